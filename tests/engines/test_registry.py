"""Which engine is used, and why not the one that was asked for."""

import subprocess
import sys
from pathlib import Path

import pytest

from distill.config import Settings
from distill.engines import registry
from distill.engines.anthropic_messages import AnthropicEngine
from distill.engines.capped import CappedEngine
from distill.engines.interface import Unavailable
from distill.errors import ConfigError
from distill.model import Reason

KEY = {"ANTHROPIC_API_KEY": "k-FAKE"}
STATE = Path("/nowhere")


@pytest.mark.parametrize("name", ["auto", "anthropic"])
def test_with_a_key_the_model_is_asked(name):
    engine = registry.choose(Settings(engine=name, model="claude-haiku-4-5", max_tokens=99), KEY, STATE)

    assert isinstance(engine, CappedEngine)
    assert isinstance(engine.engine, AnthropicEngine)
    assert (engine.name, engine.engine.model, engine.engine.max_tokens) == ("anthropic", "claude-haiku-4-5", 99)
    assert "k-FAKE" not in repr(engine)


@pytest.mark.parametrize("name", ["auto", "anthropic"])
@pytest.mark.parametrize(("env", "reason"), [({}, Reason.NO_KEY), ({"ANTHROPIC_API_KEY": "'k'"}, Reason.BAD_KEY)])
def test_without_a_usable_key_there_is_a_reason(name, env, reason):
    engine = registry.choose(Settings(engine=name), env, STATE)

    assert isinstance(engine, Unavailable)
    assert engine.reason is reason


def test_an_address_that_cannot_be_used_is_a_reason():
    engine = registry.choose(Settings(base_url="nowhere"), KEY, STATE)

    assert isinstance(engine, Unavailable)
    assert engine.reason is Reason.CONFIG_ERROR


def test_the_extractive_engine_needs_no_key():
    pytest.importorskip("distill.engines.extractive.engine")
    engine = registry.choose(Settings(engine="extractive"), KEY, STATE)

    assert not isinstance(engine, Unavailable)
    assert engine.name == "extractive"


def test_a_name_nobody_knows_is_an_error():
    with pytest.raises(ConfigError, match="there are anthropic, batches, extractive"):
        registry.build("gpt", Settings(), {})


def test_choosing_loads_no_sdk():
    code = (
        "import sys; from pathlib import Path; from distill.config import Settings;"
        "from distill.engines import registry, claims;"
        "registry.choose(Settings(), {'ANTHROPIC_API_KEY': 'k'}, Path('/nowhere'));"
        "print(sorted({'anthropic', 'httpx2', 'pydantic'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=30, check=True)

    assert done.stdout.strip() == "[]"
