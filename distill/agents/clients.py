"""The clients by name."""

from distill.agents import claude_code, codex

CLIENTS = {client.name: client for client in (claude_code.CLIENT, codex.CLIENT)}
