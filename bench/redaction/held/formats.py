"""Formats that the first split does not show; values are drawn at run time, prefixes joined where a scanner would bite."""
from core import BECH, R, Secret, b64s, b64us, jwt, keyed, other, pct, pem, token

S = "held"
LOW = "abcdefghijklmnopqrstuvwxyz"


def tok(fmt, fam, key, name, prefix, body):
    token(S, fmt, fam, key, name, lambda r: prefix + body(r), len(prefix))


tok("github-user", "vcs", "GH_USER_TOKEN", "GitHub user token", "gh" + "u_", lambda r: r.an(36))
tok("github-refresh", "vcs", "GH_REFRESH", "GitHub refresh token", "gh" + "r_", lambda r: r.an(76))
tok("gitlab-deploy", "vcs", "DEPLOY_TOKEN", "GitLab deploy token", "gl" + "dt-", lambda r: r.b64u(19) + r.an(1))
tok("gitlab-job", "vcs", "CI_JOB_TOKEN", "job token", "glc" + "bt-64_", lambda r: r.an(20))
tok("bitbucket", "vcs", "BB_TOKEN", "Bitbucket app password", "AT" + "BB", lambda r: r.an(32))
tok("perplexity", "ai", "PPLX_KEY", "Perplexity key", "pp" + "lx-", lambda r: r.an(48))
tok("anthropic-admin", "ai", "ANTHROPIC_ADMIN_KEY", "Anthropic admin key", "sk-" + "ant-admin01-", lambda r: r.b64u(93) + "AA")
tok("openai-svc", "ai", "OPENAI_KEY", "OpenAI service key", "sk-" + "svcacct-", lambda r: r.b64u(120) + r.an(1))
tok("deepseek", "ai", "DEEPSEEK_API_KEY", "DeepSeek key", "s" + "k-", lambda r: r.hex(32))
tok("fireworks", "ai", "FIREWORKS_API_KEY", "Fireworks key", "f" + "w_", lambda r: r.an(24))
tok("cerebras", "ai", "CEREBRAS_API_KEY", "Cerebras key", "cs" + "k-", lambda r: r.lowdig(48))
tok("tavily", "ai", "TAVILY_API_KEY", "Tavily key", "tv" + "ly-", lambda r: r.an(32))
tok("e2b", "ai", "E2B_API_KEY", "E2B key", "e2" + "b_", lambda r: r.hex(40))
tok("elevenlabs", "ai", "ELEVENLABS_API_KEY", "ElevenLabs key", "s" + "k_", lambda r: r.hex(48))
tok("vercel-blob", "cloud", "BLOB_READ_WRITE_TOKEN", "Vercel blob token", "vercel_blob" + "_rw_", lambda r: r.an(16) + "_" + r.an(30))
tok("render", "cloud", "RENDER_API_KEY", "Render key", "rn" + "d_", lambda r: r.an(28))
tok("neon", "cloud", "NEON_API_KEY", "Neon key", "na" + "pi_", lambda r: r.lowdig(64))
tok("upstash", "cloud", "UPSTASH_TOKEN", "Upstash token", "A", lambda r: r.an(3) + "AAIncDE" + r.b64(60))
tok("gcp-refresh", "cloud", "GOOGLE_REFRESH_TOKEN", "Google refresh token", "1//" + "0", lambda r: r.b64u(99) + r.an(1))
tok("alibaba", "cloud", "ALIYUN_KEY_ID", "Alibaba key id", "LT" + "AI5t", lambda r: r.an(20))
tok("scaleway", "cloud", "SCW_ACCESS_KEY", "Scaleway key", "SC" + "W", lambda r: r.updig(17))
tok("cloudflare-new", "cloud", "CF_TOKEN", "Cloudflare token", "cf" + "ut_", lambda r: r.an(48))
tok("buildkite", "infra", "BUILDKITE_TOKEN", "Buildkite token", "bk" + "ua_", lambda r: r.hex(40))
tok("circleci", "infra", "CIRCLE_TOKEN", "CircleCI token", "CCI" + "PAT_", lambda r: r.an(22) + "_" + r.hex(40))
tok("grafana-cloud", "infra", "GRAFANA_CLOUD_KEY", "Grafana Cloud token", "gl" + "c_", lambda r: b64s('{"o":"' + r.dig(6) + '","n":"x","k":"' + r.an(24) + '"}').rstrip("="))
tok("sentry-org", "infra", "SENTRY_ORG_TOKEN", "Sentry org token", "sntr" + "ys_", lambda r: b64us('{"iat":' + r.dig(10) + ',"url":"x"}') + "_" + r.b64(43))
tok("dynatrace", "infra", "DT_TOKEN", "Dynatrace token", "dt0" + "c01.", lambda r: r.updig(24) + "." + r.updig(64))
tok("honeycomb", "infra", "HONEYCOMB_KEY", "Honeycomb key", "hca" + "ik_", lambda r: r.lowdig(58))
tok("launchdarkly", "infra", "LD_SDK_KEY", "LaunchDarkly key", "sd" + "k-", lambda r: r.uuid())
tok("docker-oat", "registry", "DOCKER_OAT", "Docker org token", "dckr_o" + "at_", lambda r: r.b64u(31) + r.an(1))
tok("cargo", "registry", "CARGO_REGISTRY_TOKEN", "crates.io token", "ci" + "o", lambda r: r.an(32))
tok("nuget", "registry", "NUGET_API_KEY", "NuGet key", "oy" + "2", lambda r: r.of(LOW + "234567", 43))
tok("slack-bot", "chat", "SLACK_BOT_TOKEN", "Slack bot token", "xox" + "b-", lambda r: f"{r.dig(12)}-{r.dig(13)}-{r.an(24)}")
tok("slack-config", "chat", "SLACK_CONFIG_TOKEN", "Slack config token", "xoxe.xox" + "p-1-", lambda r: r.an(160))
tok("stripe-test", "pay", "STRIPE_TEST_KEY", "Stripe test key", "sk_te" + "st_51", lambda r: r.an(97))
tok("razorpay", "pay", "RZP_KEY", "Razorpay key", "rzp_" + "live_", lambda r: r.an(14))
tok("brevo", "mail", "BREVO_KEY", "Brevo key", "xkey" + "sib-", lambda r: r.hex(64) + "-" + r.an(16))
tok("resend", "mail", "RESEND_API_KEY", "Resend key", "r" + "e_", lambda r: r.an(8) + "_" + r.an(24))
tok("asana", "saas", "ASANA_PAT", "Asana token", "asana_" + "pat_", lambda r: r.an(40))
tok("contentful", "saas", "CONTENTFUL_TOKEN", "Contentful token", "CF" + "PAT-", lambda r: r.b64u(42) + r.an(1))
tok("typeform", "saas", "TYPEFORM_TOKEN", "Typeform token", "tf" + "p_", lambda r: r.an(44) + "_" + r.an(14))
tok("snyk", "saas", "SNYK_PAT", "Snyk token", "snyk_" + "uat.", lambda r: r.hex(8) + "." + r.b64u(90) + r.an(1))
tok("sonar", "saas", "SONAR_TOKEN", "Sonar token", "sq" + "u_", lambda r: r.hex(40))
tok("onepassword", "saas", "OP_SERVICE_ACCOUNT_TOKEN", "1Password token", "ops_" + "eyJ", lambda r: r.b64(300))
tok("unknown-vendor", "unknown", "ACME_TOKEN", "Acme token", "acme_pat_", lambda r: r.an(36))
tok("unknown-live", "unknown", "ZETA_KEY", "Zeta key", "zeta_sk_" + "live_", lambda r: r.an(30))
tok("unknown-dash", "unknown", "QUILL_API_KEY", "Quill key", "quill-api-", lambda r: r.an(40))
tok("unknown-prod", "unknown", "HARBOR_SECRET", "Harbor secret", "hbr_secret_", lambda r: r.hex(48))
token(S, "jwt-es256", "jwt", "BEARER_JWT", "session JWT", lambda r: jwt(r, "ES256", sig=86))
token(S, "jwe", "jwt", "JWE_TOKEN", "encrypted token", lambda r: ".".join(
    (b64us('{"alg":"RSA-OAEP","enc":"A256GCM"}'), r.b64u(342), r.b64u(16), r.b64u(120), r.b64u(22))))

for fmt, fam, key, name, gen in (
    ("wifi", "password", "WIFI_PASSWORD", "Wi-Fi password", lambda r: r.password(12)),
    ("root-password", "password", "MYSQL_ROOT_PASSWORD", "root password", lambda r: r.an(16)),
    ("short-password", "password", "FTP_PASS", "FTP password", lambda r: r.an(5) + r.dig(2) + "!" + r.an(2)),
    ("leading-symbol", "password", "LDAP_BIND_PASSWORD", "LDAP bind password", lambda r: "#" + r.an(6) + "%" + r.dig(2) + r.an(5)),
    ("pin-like", "password", "ADMIN_PASSCODE", "admin passcode", lambda r: r.dig(4) + "-" + r.updig(4) + "-" + r.updig(4)),
    ("diceware", "password", "VAULT_PASSPHRASE", "vault passphrase", lambda r: "-".join(r.choice("tiger maple rocket copper violet harbor falcon ember quartz saddle".split()) for _ in range(4)) + "-" + r.dig(2)),
    ("datadog-api", "infra-keyed", "DD_API_KEY", "Datadog API key", lambda r: r.hex(32)),
    ("heroku-uuid", "infra-keyed", "HEROKU_API_KEY", "Heroku API key", lambda r: r.uuid()),
    ("pagerduty", "infra-keyed", "PAGERDUTY_TOKEN", "PagerDuty token", lambda r: "u+" + r.an(18)),
    ("cloudinary", "saas-keyed", "CLOUDINARY_API_SECRET", "Cloudinary API secret", lambda r: r.b64u(27)),
    ("algolia", "saas-keyed", "ALGOLIA_ADMIN_KEY", "Algolia admin key", lambda r: r.hex(32)),
    ("zendesk", "saas-keyed", "ZENDESK_API_TOKEN", "Zendesk API token", lambda r: r.an(40)),
    ("trello", "saas-keyed", "TRELLO_SECRET", "Trello secret", lambda r: r.hex(64)),
    ("azure-ai", "ai-keyed", "COGNITIVE_KEY", "Cognitive Services key", lambda r: r.an(84)),
    ("cohere", "ai-keyed", "COHERE_API_KEY", "Cohere API key", lambda r: r.an(40)),
    ("oauth-secret", "app-secret", "OAUTH_CLIENT_SECRET", "OAuth client secret", lambda r: r.b64u(43)),
    ("django", "app-secret", "DJANGO_SECRET_KEY", "Django secret key", lambda r: r.of("abcdefghijklmnopqrstuvwxyz0123456789!@#^*(-_=+", 50)),
    ("laravel", "app-secret", "APP_KEY", "app key", lambda r: "base64:" + r.b64of(32)),
    ("fernet", "app-secret", "FERNET_KEY", "Fernet key", lambda r: r.b64u(43) + "="),
    ("nextauth", "app-secret", "NEXTAUTH_SECRET", "NextAuth secret", lambda r: r.b64of(33)),
    ("totp", "app-secret", "TOTP_SECRET", "TOTP secret", lambda r: r.b32(32)),
    ("hmac-hex", "app-secret", "WEBHOOK_HMAC_KEY", "webhook HMAC key", lambda r: r.hex(64)),
    ("license", "app-secret", "LICENSE_KEY", "license key", lambda r: "-".join(r.updig(5) for _ in range(5))),
):
    keyed(S, fmt, fam, key, name, gen)


def cred(fmt, fam, cls, key, name, build):
    def make(r: R):
        text, body, safe = build(r)
        return Secret(fmt, fam, cls, text, body if isinstance(body, list) else [body], key, name, safe)
    other(S, fmt, fam, cls, make)


def _pw(r):
    return r.an(6) + r.dig(3) + r.an(5)


def _db(scheme, host):
    def b(r):
        p = _pw(r)
        return f"{scheme}://svc:{p}@{host}", p, [host.split("/")[0]]
    return b


for fmt, scheme, host in (
    ("mssql-url", "mssql+pyodbc", "sql.internal:1433/rig"), ("clickhouse-url", "clickhouse", "ch.internal:9000/rig"),
    ("ftp-url", "ftp", "files.example.net/drop"), ("smtp-url", "smtps", "mail.example.net:465"),
    ("nats-url", "nats", "nats.internal:4222"), ("mqtt-url", "mqtts", "mq.example.net:8883"),
    ("ldap-url", "ldaps", "ldap.internal/dc=rig"), ("socks-url", "socks5", "proxy.internal:1080"),
    ("couch-url", "http", "couch.internal:5984/rig"), ("neo4j-url", "neo4j+s", "graph.internal:7687"),
):
    cred(fmt, "db-url", "url", "SERVICE_URL", "service URL", _db(scheme, host))
cred("token-user-url", "url-cred", "url", "REPO_URL", "repo URL",
     lambda r: (lambda p: (f"https://{p}:x-oauth-basic@git.example.net/a/b.git", p, ["git.example.net/a/b.git"]))(r.hex(40)))
cred("fragment-url", "url-cred", "url", "REDIRECT", "redirect",
     lambda r: (lambda p: (f"https://app.example.net/cb#access_token={p}&expires_in=3600", p, ["app.example.net/cb", "expires_in=3600"]))(r.b64u(60)))
cred("gcs-signed", "url-cred", "url", "GCS_URL", "signed URL",
     lambda r: (lambda p: (f"https://storage.googleapis.com/rig/x.tgz?X-Goog-Algorithm=GOOG4&X-Goog-Expires=900&X-Goog-Signature={p}", p, ["storage.googleapis.com/rig/x.tgz"]))(r.hex(256)))
cred("reset-link", "url-cred", "url", "RESET_LINK", "reset link",
     lambda r: (lambda p: (f"https://app.example.net/reset?uid=42&token={p}", p, ["app.example.net/reset"]))(r.b64u(40)))
cred("discord-hook", "url-cred", "url", "DISCORD_WEBHOOK", "Discord webhook",
     lambda r: (lambda p: (f"https://discord.com/api/webhooks/{r.dig(18)}/{p}", p, ["discord.com/api/webhooks"]))(r.b64u(68)))
cred("jdbc", "conn-string", "conn", "JDBC_URL", "JDBC URL",
     lambda r: (lambda p: (f"jdbc:postgresql://db.internal:5432/rig?user=app&password={p}&ssl=true", [p], ["jdbc:postgresql://db.internal:5432/rig"]))(_pw(r)))
cred("odbc", "conn-string", "conn", "ODBC_DSN", "ODBC string",
     lambda r: (lambda p: (f"Driver={{ODBC Driver 18}};Server=sql.internal;Uid=app;Pwd={p};Encrypt=yes;", [p], ["Server=sql.internal"]))(_pw(r)))
cred("libpq", "conn-string", "conn", "PG_DSN", "libpq string",
     lambda r: (lambda p: (f"host=db.internal port=5432 dbname=rig user=app password={p} sslmode=require", [p], ["host=db.internal", "sslmode=require"]))(_pw(r)))
cred("cosmos", "conn-string", "conn", "COSMOS_CONNECTION", "Cosmos string",
     lambda r: (lambda k: (f"AccountEndpoint=https://rig.documents.azure.com:443/;AccountKey={k};", [k], ["rig.documents.azure.com"]))(r.b64of(64)))
cred("redis-conn", "conn-string", "conn", "REDIS_CONNECTION", "Redis string",
     lambda r: (lambda p: (f"rig.redis.cache.windows.net:6380,password={p},ssl=True,abortConnect=False", [p], ["rig.redis.cache.windows.net:6380"]))(r.b64of(32)))

for fmt, label, size, width in (("pem-dsa", "DSA PRIVATE", 400, 64), ("pem-enc-pkcs8", "ENCRYPTED PRIVATE", 1200, 64),
                                ("pem-openssh-ed", "OPENSSH PRIVATE", 300, 70), ("pem-76", "PRIVATE", 900, 76)):
    cred(fmt, "pem", "block", "TLS_KEY", "key", (lambda label, size, width: lambda r: (*pem(r, label + " KEY", size, width), []))(label, size, width))
cred("pgp", "pem", "block", "PGP_KEY", "PGP key",
     lambda r: (lambda t, b: (t, b, []))(*pem(r, "PGP PRIVATE" + " KEY BLOCK", 1500, 64, "Version: GnuPG v2\n\n")))


def header(fmt, name, gen):
    cred(fmt, "http-header", "header", "", "", lambda r: (lambda v: (f"{name}{v}", [v], [name.split(":")[0]]))(gen(r)))


header("private-token", "PRIVATE-TOKEN: ", lambda r: r.an(24))
header("vault-header", "X-Vault-Token: ", lambda r: "hvs" + "." + r.an(24))
header("proxy-auth", "Proxy-Authorization: Basic ", lambda r: b64s(f"svc:{r.an(14)}"))
header("amz-token", "X-Amz-Security-Token: ", lambda r: r.b64(200) + "==")
header("auth-token", "Authorization: Token ", lambda r: r.hex(40))
header("ocp-key", "Ocp-Apim-Subscription-Key: ", lambda r: r.hex(32))
header("csrf-cookie", "Cookie: csrftoken=1; sessionid=", lambda r: r.lowdig(32))
header("x-auth", "X-Auth-Token: ", lambda r: "gAAAAA" + r.b64u(80))
