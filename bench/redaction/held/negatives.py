"""Harmless strings that the first split does not show."""
from core import b64s

NEG = []


def n(kind, *items, soft=False):
    for item in items:
        NEG.append((kind, soft, item if callable(item) else (lambda r, t=item: t)))


n("sha",
  lambda r: f"bisect says {r.hex(40)} is the first bad commit", lambda r: f"rebased onto {r.hex(12)}",
  lambda r: f"* {r.hex(9)} - (tag: v4.2) merge RIG-9 <dev>", lambda r: f"diff --git a/x b/x\nindex {r.hex(10)}..{r.hex(10)} 100755",
  lambda r: f"git revert --no-edit {r.hex(40)}", lambda r: f"FROM_SHA={r.hex(40)} TO_SHA={r.hex(40)}",
  lambda r: f"rev: {r.hex(40)}  # pre-commit", lambda r: f"  ref: {r.hex(40)}", lambda r: f"(cherry picked from commit {r.hex(40)})",
  lambda r: f"Submodule vendor/x {r.hex(7)}..{r.hex(7)}:", lambda r: f"head {r.hex(40)} base {r.hex(40)}",
  lambda r: f"| PR | sha | state |\n|---|---|---|\n| #58 | {r.hex(40)} | merged |", lambda r: f"main is at {r.hex(8)}, rig-9 at {r.hex(8)}",
  lambda r: f"https://raw.example.net/a/b/{r.hex(40)}/README.md", lambda r: f"refs/stash {r.hex(40)}")
n("uuid",
  lambda r: f"tenant {r.uuid()} / subscription {r.uuid()}", lambda r: f"client_id: {r.uuid()}", lambda r: f"correlationId={r.uuid()}",
  lambda r: f"key_id={r.uuid()}", lambda r: f"token_id: {r.uuid()}", lambda r: f"urn:uuid:{r.uuid()}", lambda r: f"{{{r.uuid().upper()}}}",
  lambda r: f"idempotency_key: {r.uuid()}", lambda r: f"Idempotency-Key: {r.uuid()}", lambda r: f"secret_id={r.uuid()} was rotated",
  lambda r: f"/sessions/{r.uuid()}/events?after={r.uuid(7)}", lambda r: f"parentUuid: {r.uuid()}", lambda r: f"org {r.uuid()}, seat 4")
n("queue-id",
  lambda r: f"qitem-{20261018180000 + r.randint(0, 9999)}-{r.hex(16)} → done", lambda r: f"lease_id=lease-{r.hex(16)}",
  lambda r: f"claimed qitem-{20261018180000 + r.randint(0, 9999)}-{r.hex(16)}, token budget 4000",
  lambda r: f"| qitem-{20261018180000 + r.randint(0, 9999)}-{r.hex(16)} | dev-impl | wait |",
  lambda r: f"blocked by `qitem-{20261018180000 + r.randint(0, 9999)}-{r.hex(16)}`")
n("run-id",
  lambda r: f"srvtoolu_01{r.an(22)} searched", lambda r: f"resp_{r.hex(48)}", lambda r: f"asst_{r.an(24)} and vs_{r.an(24)}",
  lambda r: f"ray id {r.hex(16)}", lambda r: f"x-request-id: {r.hex(32)}", lambda r: f"span {r.hex(16)} of trace {r.hex(32)}",
  lambda r: f"job-{r.hex(8)} on runner-{r.lowdig(8)}-project-{r.dig(8)}-concurrent-0", lambda r: f"vpc-0{r.hex(16)} subnet-0{r.hex(16)}",
  lambda r: f"eni-0{r.hex(16)} sg-0{r.hex(16)} vol-0{r.hex(16)}", lambda r: f"arn:aws:secretsmanager:eu-central-1:{r.dig(12)}:secret:rig/db-{r.an(6)}",
  lambda r: f"arn:aws:kms:eu-central-1:{r.dig(12)}:key/{r.uuid()}", lambda r: f"projects/rig/secrets/db-password/versions/{r.randint(1, 99)}",
  lambda r: f"Slack message p{r.dig(16)} in C0{r.updig(9)}", lambda r: f"user U0{r.updig(9)} in team T0{r.updig(8)}", lambda r: f"price_1{r.an(23)} of prod_{r.an(14)}",
  lambda r: f"in_1{r.an(23)} paid", lambda r: f"rig-worker-{r.lowdig(9)}-{r.lowdig(5)} evicted", lambda r: f"docker image {r.hex(12)} 1.2GB",
  lambda r: f"01H{r.of('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 23)} sorted after 01G", lambda r: f"ksuid {r.an(27)}", lambda r: f"cuid c{r.lowdig(24)}",
  lambda r: f"https://linear.app/rig/issue/RIG-98/{r.lowdig(8)}-vote-filter", lambda r: f"https://docs.google.com/spreadsheets/d/1{r.b64u(43)}/edit#gid=0",
  lambda r: f"https://youtu.be/{r.b64u(11)}?t=42", lambda r: f"https://app.asana.com/0/{r.dig(16)}/{r.dig(16)}", lambda r: f"https://sentry.example.net/issues/{r.dig(10)}/events/{r.hex(32)}/",
  lambda r: f"dashboard /d/{r.an(9)}/rig?orgId=1&var-seat=dev", lambda r: f"session {r.hex(8)} resumed", lambda r: f"Message-ID: <{r.an(20)}@mail.example.net>")
n("digest",
  lambda r: f"sha1sum: {r.hex(40)}  a.tgz", lambda r: f"{r.hex(32)}  a.tgz", lambda r: f"SHA-256 {r.hex(64)}", lambda r: f"sha256-{r.b64of(32)}",
  lambda r: f"digest: sha256:{r.hex(64)}", lambda r: f"map_sha256: {r.hex(64)}", lambda r: f'"sha512": "{r.hex(128)}"', lambda r: f"@sha256:{r.hex(64)} pulled",
  lambda r: f"crc32 {r.hex(8)}", lambda r: f"Docker-Content-Digest: sha256:{r.hex(64)}", lambda r: f"layer {r.hex(64)}: exists", lambda r: f"blob {r.hex(64)} 41 kB",
  lambda r: f"xxh3 {r.hex(16)}", lambda r: f"--hash=sha256:{r.hex(64)} \\\n    --hash=sha256:{r.hex(64)}", lambda r: f"ETag: W/\"{r.hex(40)}\"",
  lambda r: f"MD5 ({r.lowdig(5)}.tgz) = {r.hex(32)}", lambda r: f"cache key deps-linux-{r.hex(64)} hit", lambda r: f"cache-key: v2-{r.hex(40)}",
  lambda r: f"key: linux-node-{r.hex(64)}", lambda r: f"public key fingerprint {r.hex(40)}", lambda r: f"SHA256:{r.b64(43)} deploy@rig (RSA)",
  lambda r: f"go.sum h1:{r.b64of(32)}", lambda r: f"page 2026-10-18-dev-impl@rig-{r.hex(8)}.md written", lambda r: f"assets/{r.hex(20)}.woff2", lambda r: f"chunk-{r.updig(8)}.js 41 kB")
n("path",
  "~/src/rig/.venv/lib/python3.12/site-packages/detect_secrets/plugins/high_entropy_strings.py", "/opt/rig/secrets/README.md", "/run/secrets/db_password",
  "src/auth/token_store/password_reset_token_repository_impl.go:142", "./scripts/rotate-all-the-secrets-of-staging-and-prod.sh --dry-run",
  "/etc/ssl/private/rig-internal.key", "~/.ssh/id_ed25519_deploy", "s3://rig-artifacts/build/4821/secret-scan-report.json", "gs://rig/maps/2026-10-18T18-21-07Z/map.md",
  "/private/var/agent-501/-Users-x-code/tasks/b3f9a1c.output", "tests/security/test_secrets_never_leave_the_process[anthropic-key-in-table].py",
  "C:\\Program Files\\Rig\\secrets\\readme.txt", "packages/ui/src/components/PasswordStrengthMeter/PasswordStrengthMeter.stories.tsx",
  "migrations/20261018182107_add_api_key_hash_to_seats.sql", "docs/adr/0051-tokens-are-counted-by-the-provider-not-by-us.md", ".github/workflows/secret-scanning-nightly.yml",
  "lib/python3.11/site-packages/anthropic/resources/beta/messages/batches.py", "wiki/maps/2026-10-18-orch-lead@openrig-5243fdcd.md")
n("command",
  "vault token lookup -format=json", "gh secret list --repo a/b", "kubectl get secret rig-env -o yaml | yq .data", "aws secretsmanager get-secret-value --secret-id rig/db",
  "docker login -u app --password-stdin < ~/.docker/pw", "mysql -h db -u app -p rig", "mysql -u app -p$DB_PASSWORD rig", "sshpass -e ssh deploy@10.0.3.7",
  "curl -u app:$TOKEN https://api.example.net", "curl -u app https://api.example.net", "psql \"$DATABASE_URL\" -c 'select 1'", "redis-cli -a \"$REDIS_PASSWORD\" ping", "openssl rand -hex 32",
  "openssl passwd -6", "ssh-keygen -t ed25519 -C deploy", "export TOKEN=`cat /run/secrets/token`", "PGPASSWORD=$(cat pw) psql", "rigctl token create --ttl 24h --scope read",
  "gpg --export-secret-keys --armor lead", "pass show rig/db | head -1", "op read op://rig/db/password", "git config credential.helper store", "helm upgrade --set auth.existingSecret=rig-env",
  "kubectl create secret generic rig --from-env-file=.env", "set -o pipefail; set +x # hide the token", "export API_KEY=${API_KEY:-}", "read -rs PASSWORD", "echo \"$TOKEN\" | docker login --password-stdin")
n("placeholder",
  "ANTHROPIC_API_KEY=" + "-".join(("sk", "ant", "your", "key", "here")), "GITHUB_TOKEN=" + "_".join(("ghp", "x" * 36)), "password: <see vault>", "api_key: !vault rig/db", "token: env:RIG_TOKEN", "secret: ENC[AES256_GCM]",
  "DB_PASSWORD=replace-me", "password: example", "token = \"TODO\"", "token: '{{ .Values.token }}'", "password: %(db_password)s", "pwd: #{ENV['DB_PW']}",
  "apiKey: process.env.API_KEY ?? ''", "api_key=settings.API_KEY.get_secret_value()", "token := os.Getenv(\"RIG_TOKEN\")", "String token = System.getenv(\"RIG_TOKEN\");", "let token = std::env::var(\"RIG_TOKEN\")?;",
  "password: Optional[str] = None", "password: str", "def login(user: str, password: str) -> Token:", "token: string | undefined;", "secret = hashlib.sha256(data).hexdigest()", "token = secrets.token_urlsafe(32)",
  "password = faker.internet.password()", "key = derive_key(password, salt)", "if token != expected_token: raise Unauthorized", "AWS_SECRET_ACCESS_KEY=REDACTED", "DB_PASSWORD=REDACTED-password-1", "Authorization: Bearer REDACTED-token-3",
  "postgres://app:REDACTED-url-password-1@db/rig", "postgres://user:pass@localhost/db", "https://user:password@example.com/", "api_key: \"$API_KEY\"", "--password=$PW", "secret: ***", "token: (hidden)", "password: [none]", "token: n/a", "password is empty", "access_token: string(64)",
  "token: <redacted>", "Bearer <your token>", "Bearer ${TOKEN}", "Bearer {{token}}", "Set-Cookie: theme=dark; Path=/", "Cookie: lang=uk; theme=dark", "x-api-key: $KEY")
n("talk",
  "pass the token to the worker", "The pass rate is 98 percent.", "We pass secrets by reference only.", "password is required", "the password must be rotated every 90 days", "token was revoked by the owner", "token expired at 18:21:07Z", "token: expired", "The secret is that retries are cheap.",
  "Key point: read the map first.", "key insight: SQLite3 beats Redis7 here", "password change took 12 minutes", "the api key rotation of 2026-10-18 went well", "secrets/manager v2.4.1 released", "auth is done by OAuth2 with PKCE", "login: works since build4821", "token usage: 41.2k of 200k",
  "credentials are injected at deploy time", "signing key moved to KMS in eu-central-1", "password hashing: argon2id, m=64MiB", "bcrypt cost12 is enough", "passphrase prompt removed", "pass 1 of 3: parse; pass 2 of 3: link", "all 412 tests pass on python3.12", "pass@1 is 0.81, pass@10 is 0.93",
  "keys(): sorted, values(): stable", "key takeaways from RIG-98:", "primary key is (seat, written_at)", "foreign key seat_id -> seats.id", "sort key: created_at#seat", "the token bucket holds 60/min", "tokenizer: o200k_base", "token_limit=200000", "cache_key=v3:maps:2026-10-18",
  "The salt of the earth, 12 grams.", "pin the version to 4.18.0-rc.2", "PIN: ask the owner", "author=dev-impl, authz=rbac, authn=oidc", "Secret Santa is on 2026-12-18", "session key exchange uses X25519", "OTP screen: 3 of 5 done", "login flow: step2 of step5", "private key stays in HSM2",
  "credential helper: osxkeychain", "no tokens were harmed", "pwd prints /srv/rig", "cookie banner v2 shipped", "hash: password column is varchar(255)", "the auth header is stripped by envoy1.29", "secret scanning found 0 of 4821 files", "access key rotation: every 90d", "api key scopes: read:maps, write:pages")
n("name",
  "claude-sonnet-4-5-20250929 vs gpt-5-mini-2025-08-07", "deepseek-ai/DeepSeek-V3.1-Base, google/gemma-3-27b-it", "o4-mini-high, grok-4-fast-reasoning", "MultiTenantReactiveSecurityContextRepositoryFactoryBean", "shouldNotLeakApiKeyWhenProviderReturns401AndBodyEchoesHeader",
  "ANTHROPIC_DEFAULT_HAIKU_MODEL=claude-haiku-4-5", "CLAUDE_CODE_MAX_OUTPUT_TOKENS=32000", "MAX_THINKING_TOKENS=16000", "PYTHONHASHSEED=4242", "NODE_OPTIONS=--max-old-space-size=8192", "x86_64-unknown-linux-musl.tar.zst", "numpy-2.3.4-cp312-cp312-manylinux_2_27_x86_64.whl",
  "ubuntu-24.04-arm / macos-15-xlarge", "kernel 6.8.0-47-generic #47~22.04.1", "CVE-2026-12345, GHSA-9f3m-x7cq-2r8v", "RFC 9457, ISO-8859-1, UTF-16LE", "E0308 mismatched types, TS2345, SQLSTATE[23505]", "0xdeadbeefcafe1234 at rip", "mov rax, qword ptr [rbp-0x18]",
  "#define RIG_MAX 0x7fffffff", "192.168.10.24/24 via 10.0.0.1", "fe80::a00:27ff:fe4e:66a1%eth0", "52.3676,4.9041", "IBAN layout: 2 letters, 2 digits", "T0-T1 = 41.7ms p99=120ms", "$1,204.50 -> 1.204,50 EUR", "1d4h12m, 3x2 grid, 16:9, A4", "v0.0.0-20260118150405-abcdef012345",
  "base64 alphabet: A-Za-z0-9+/=", "regex ^sk-[A-Za-z0-9]{20,}$ matches keys", "charset=utf-8; boundary=----WebKitFormBoundary7MA4YWxkTrZu0gW", "`[A-Z0-9]{16}` after `AKIA`", "lorem-ipsum-dolor-sit-amet-consectetur-adipiscing-elit-2026", "{{ pillar['rig:db:user'] }}", "std::unordered_map<std::string, std::shared_ptr<Token>>")
n("name", lambda r: f"0x{r.hex(40)} holds 3 tokens", lambda r: f"block 0x{r.hex(64)}", lambda r: f"epoch_ms={r.dig(13)}", lambda r: f"ISBN 978-3-{r.dig(2)}-{r.dig(6)}-{r.dig(1)}", lambda r: f"phone +49 {r.dig(3)} {r.dig(7)}", lambda r: f"order {r.dig(4)}-{r.dig(6)}-{r.dig(4)}")
n("url",
  "https://github.com/openrig/openrig/compare/v4.1.0...v4.2.0?expand=1", "https://example.net/oauth/authorize?client_id=rig&scope=read&state=login", "https://docs.example.net/api/keys#rotate-a-key", "https://x.example.net/?token=&page=2", "https://x.example.net/search?q=api_key+rotation&sort=updated",
  "https://grafana.example.net/d/rig/queue?from=now-6h&to=now", "http://[::1]:8080/health", "jdbc:postgresql://db.internal:5432/rig", "mongodb://db.internal:27017/?replicaSet=rs0", "amqp://guest:guest@localhost:5672/", "ssh://deploy@build.internal:22/srv/rig", "git+https://github.com/a/b.git@v1.2.3#egg=b",
  "file:///srv/rig/secrets.md", "vscode://file/srv/rig/a.py:42:7", "https://pkg.example.org/rig/-/rig-4.18.0.tgz", "https://t.me/rig_ops/4821", "https://example.net/a?key=value&sort=asc", "https://maps.example.net/?key=city&code=berlin", "[keys](https://example.net/keys?id=42)", "https://example.net/callback?code=ok&state=1")
n("markdown",
  "| Secret | Owner | Rotated |\n|---|---|---|\n| db password | lead | 2026-10-18 |\n| api key | dev-impl | never |", "| Token | Count |\n|---|--:|\n| input | 140000 |\n| output | 28200 |", "| Key | Meaning |\n|---|---|\n| j | down |\n| ctrl+k | search |", "- **Password:** see vault\n- **Token:** none",
  "## Secrets\n\nNone in this map.", "1. rotate token\n2. rotate key\n   - [ ] RIG-101", "> password reset: done\n> token refresh: open", "```yaml\nsecretName: rig-env\ntokenRef:\n  name: rig\n  key: token\n```", "```python\nassert token.kind == \"word\"\n```", "[key]: https://example.net/keys \"Keys\"", "Term\n: definition with key: value", "| a | b |\n|:-:|:-:|\n| `x` | **y** |", "<kbd>ctrl</kbd>+<kbd>c</kbd>", "```diff\n-token = None\n+token = load_token()\n```", "- pass: 4\n- fail: 0\n- skip: 2")
n("nonascii",
  "Пароль змінено, токенів лишилось 28200.", "Пароль: див. сховище, RIG-98.", "токен истекает в 18:21, ключ от репозитория не нужен", "密码：见保险库。", "密码长度至少为12位。", "令牌：已用 28200 / 200000。", "口令策略：每90天更换。", "密钥轮换于2026-10-18完成。", "パスワードは12文字以上。", "パスワード：金庫を参照。", "トークンは2026-10-18に失効。", "비밀번호는 12자 이상.",
  "토큰: 28200개 사용.", "Passwort: siehe Tresor.", "Der Schlüssel ist RIG-98.", "Mot de passe : voir le coffre.", "La clé est la carte.", "Contraseña: ver la bóveda.", "La clave es SQLite3.", "Senha: ver cofre.", "Hasło: zobacz sejf.", "Şifre: kasaya bak.", "Wachtwoord: zie kluis.", "Lösenord: se valvet.", "كلمة المرور: انظر الخزنة.", "הסיסמה: ראו בכספת.", "पासवर्ड: तिजोरी देखें।", "Mật khẩu: xem két.")
n("base64ish",
  lambda r: f"next_page_token={b64s('page:' + r.dig(3))}", lambda r: f"after: {b64s('cursor:v2:' + r.dig(6))}", "data:text/plain,hello%20world", lambda r: f"`{b64s('{}')}` is an empty object", "VLQ: ;;AAAA,IAAI,CAAC,EAAE", lambda r: f"nonce-{r.b64(22)}==", lambda r: f"Sec-WebSocket-Accept: {r.b64(27)}=", lambda r: f"boundary=\"{r.hex(28)}\"", lambda r: f"short id {r.an(8)}", lambda r: f"slug {r.lowdig(12)}")
n("public-key", lambda r: f"ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQC{r.b64(340)}= lead@rig", lambda r: f"pk_test_{r.an(24)}", lambda r: f"ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBB{r.b64(87)}=", soft=True)
