"""Places that the first split does not show."""
import html
import json

from core import b64s, b64us, context, pct

S = "held"
ALL = ("token", "keyed", "url", "conn")
TU = ("token", "url")
TK = ("token", "keyed")
KEYED = ("keyed",)


def simple(kind, classes, name, before, after="", fill=None):
    """One context: `before` + secret + `after`; both may use {k} (name of the variable), {K} lower, {n} (name in prose)."""
    def fn(r, s):
        put = lambda t: t.replace("{k}", s.key or "TOKEN").replace("{K}", (s.key or "TOKEN").lower()).replace("{n}", s.name or "token")
        a, b = put(before), put(after)
        keep = [x for x in (a.strip().split("\n")[0][:24], b.strip(" .,;'\"`)>]}\n").split("\n")[-1][-24:]) if x] + s.safe
        return a + s.text + b, s.body, keep
    fn.__name__ = name
    context(S, kind, *classes)(fn)


for row in (
    # code of many languages and tools
    ("code", ALL, "toml", "```toml\n[service]\n{K} = \"", "\"\nretries = 3\n```"),
    ("code", ALL, "ini", "[rig]\nhost = 10.0.3.7\n{K} = ", "\nport = 22"),
    ("code", ALL, "properties", "rig.host=10.0.3.7\nrig.{K}=", "\nrig.port=22"),
    ("code", ALL, "compose_list", "    environment:\n      - TZ=UTC\n      - {k}=", "\n      - PORT=80"),
    ("code", ALL, "compose_map", "    environment:\n      TZ: UTC\n      {k}: \"", "\"\n      PORT: 80"),
    ("code", TK, "dockerfile", "FROM python:3.12\nENV {k} ", "\nWORKDIR /app"),
    ("code", ALL, "dockerfile_eq", "FROM python:3.12\nENV {k}=", "\nWORKDIR /app"),
    ("code", ALL, "systemd", "[Service]\nEnvironment=\"{k}=", "\"\nExecStart=/usr/bin/rigd"),
    ("code", ALL, "powershell", "PS> $env:{k} = '", "'\nPS> make smoke"),
    ("code", ALL, "cmd_set", "C:\\rig> set {k}=", "\nC:\\rig> make smoke"),
    ("code", TK, "fish", "set -gx {k} ", "\nmake smoke"),
    ("code", ALL, "ruby_hash", "config = { :{K} => '", "', :retries => 3 }"),
    ("code", ALL, "php_define", "define('{k}', '", "');\nrun();"),
    ("code", ALL, "go_struct", "c := rig.Client{\n\tBase: base,\n\t{k}: \"", "\",\n}"),
    ("code", ALL, "java_setter", "client.set{k}(\"", "\");\nclient.run();"),
    ("code", ALL, "csharp", "private const string {k} = \"", "\";\nRun();"),
    ("code", ALL, "rust", "let {K}: &str = \"", "\";\nrun();"),
    ("code", ALL, "swift_kotlin", "val {K} = \"", "\"\nrun()"),
    ("code", ALL, "py_dict", "HEADERS = {'{K}': '", "', 'accept': '*/*'}"),
    ("code", ALL, "py_typed", "{k}: Final[str] = \"", "\"\nTIMEOUT = 30"),
    ("code", ALL, "py_getenv_default", "{K} = os.getenv(\"{k}\", \"", "\")\nrun()"),
    ("code", ALL, "terraform", "variable \"{K}\" {\n  type    = string\n  default = \"", "\"\n}"),
    ("code", ALL, "tfvars", "region = \"eu\"\n{K} = \"", "\"\nsize = 2"),
    ("code", TK, "helm_set", "helm upgrade rig ./chart --set image.tag=v4 --set env.{k}=", " --wait"),
    ("code", TK, "kubectl_literal", "kubectl create secret generic rig --from-literal={k}=", " -n rig"),
    ("code", TK, "gh_secret", "gh secret set {k} --body \"", "\" --repo a/b"),
    ("code", TK, "inline_env", "$ PORT=80 {k}=", " make smoke"),
    ("code", TK, "npmrc", "registry=https://r.example.net/\n//r.example.net/:_authToken=", "\nalways-auth=true"),
    ("code", ALL, "xml_element", "<server>\n  <{K}>", "</{K}>\n  <port>22</port>\n</server>"),
    ("code", ALL, "xml_attribute", "<add key=\"{k}\" value=\"", "\" />\n<add key=\"Port\" value=\"22\" />"),
    ("code", TK, "csv_row", "name,value,owner\nPORT,80,dev\n{k},", ",lead"),
    ("code", TK, "http_header_custom", "curl -sS -H 'X-{n}: ", "' https://api.example.net/v1"),
    ("code", TK, "httpie", "http POST api.example.net/v1 {K}==", " page==2"),
    ("code", TK, "json_body", "curl -d '{\"user\":\"app\",\"{K}\":\"", "\"}' https://api.example.net/login"),
    ("code", TK, "form_body", "curl -d 'user=app&{K}=", "&remember=1' https://api.example.net/login"),
    ("code", ALL, "python_repr", "{'host': 'db', '{K}': '", "', 'port': 5432}"),
    ("code", ALL, "assert_log", "AssertionError: expected {K} to be '", "' but got None"),
    ("code", ALL, "stack_trace", "  File \"rig.py\", line 9, in run\n    {K}=\"", "\"\nValueError: bad"),
    ("code", ALL, "kv_colon_log", "2026-10-18 18:21:07 DEBUG {K}: ", "\n2026-10-18 18:21:08 INFO done"),
    ("code", ALL, "env_dump", "HOME=/root\nLANG=C\n{k}=", "\nPATH=/usr/bin:/bin"),
    ("code", ALL, "git_diff_json", "@@ -1,3 +1,3 @@\n-  \"{K}\": \"\",\n+  \"{K}\": \"", "\",\n   \"port\": 22"),
    ("code", ALL, "lua_nginx", "proxy_set_header {K} \"", "\";\nproxy_pass http://up;"),
    ("code", ALL, "mermaid_note", "Note over A,B: {k}=", "\nA->>B: go"),
    ("code", ALL, "hidden_reference", "[//]: # ({k}: ", ")\n\n## Next"),
    ("code", ALL, "details", "<details><summary>env</summary>\n\n{k}=", "\n\n</details>"),
    # prose
    ("plain", ALL, "colon_newline", "The {n} is:\n\n", "\n\nDo not share it."),
    ("plain", ALL, "here_is", "ok so here's the {n} → ", " (works on staging)"),
    ("plain", ALL, "use_it", "Log in with the {n} `", "`, then open RIG-98."),
    ("plain", ALL, "changed_to", "Changed the {n} to ", " this morning."),
    ("plain", ALL, "equals_prose", "{n} = ", ", rotate on Monday."),
    ("plain", ALL, "dash_prose", "- {n} - ", "\n- branch - rig-9"),
    ("plain", ALL, "italic", "_{n}_: *", "*\n\nNext."),
    ("plain", TU, "numbered", "1. revoke ", "\n2. deploy"),
    ("plain", TU, "chat", "**lead** (18:21): ", "\n**dev** (18:22): thanks"),
    ("plain", TU, "quoted_double", "The reviewer saw \"", "\" in the log."),
    ("plain", TU, "angle", "Callback <", "> answered."),
    ("plain", TU, "footnote", "Done.[^1]\n\n[^1]: was ", " before."),
    ("plain", TU, "exclaim", "Never commit ", "! Use the vault."),
    ("plain", TU, "slash_comment", "// TODO remove ", "\nrun();"),
    # tables
    ("table", ALL, "table_row_named", "| What | Where | Value |\n|---|---|---|\n| {n} | vault | ", " |\n| port | env | 80 |"),
    ("table", ALL, "table_bold", "| Key | Value |\n|:--|--:|\n| **{k}** | **", "** |\n| PORT | 80 |"),
    ("table", ALL, "html_table", "<tr><td>{k}</td><td>", "</td><td>smoke</td></tr>"),
    ("table", KEYED, "table_password_column", "| Host | User | Password |\n|---|---|---|\n| db1 | app | ", " |\n| db2 | app | none |"),
    ("table", TU, "table_any", "| # | What | State |\n|---|---|---|\n| 1 | ", " | revoked |"),
    # other languages
    ("nonascii", ALL, "russian", "Пароль от стенда — ", ", не коммитить."),
    ("nonascii", ALL, "russian_is", "Новый токен: ", ". Дальше RIG-98."),
    ("nonascii", ALL, "french", "Le mot de passe de la base est : ", " (expire vendredi)."),
    ("nonascii", ALL, "portuguese", "A senha do ambiente é ", ", troque amanhã."),
    ("nonascii", ALL, "italian", "La password del server è ", " per ora."),
    ("nonascii", ALL, "polish", "Hasło do bazy: ", " (do piątku)."),
    ("nonascii", ALL, "turkish", "Sunucunun şifresi: ", " — paylaşma."),
    ("nonascii", ALL, "dutch", "Het wachtwoord is ", " tot vrijdag."),
    ("nonascii", ALL, "czech", "Heslo k databázi je ", ", nesdílet."),
    ("nonascii", ALL, "swedish", "Lösenordet till servern är ", " just nu."),
    ("nonascii", ALL, "korean", "데이터베이스 비밀번호는 ", " 입니다."),
    ("nonascii", ALL, "korean_colon", "비밀번호: ", " 입니다."),
    ("nonascii", ALL, "chinese_colon", "数据库密码：", "，请勿提交。"),
    ("nonascii", ALL, "chinese_kouling", "登录口令：", "。下一步评审。"),
    ("nonascii", ALL, "chinese_traditional", "測試環境的密碼為 ", " 請勿提交。"),
    ("nonascii", ALL, "japanese_colon", "パスワード：", "　共有禁止。"),
    ("nonascii", ALL, "japanese_wa", "データベースのパスワードは", "です。"),
    ("nonascii", ALL, "arabic", "كلمة المرور هي: ", " حتى الجمعة."),
    ("nonascii", ALL, "hebrew", "הסיסמה לשרת: ", " עד שישי."),
    ("nonascii", ALL, "hindi", "सर्वर का पासवर्ड है: ", " शुक्रवार तक।"),
    ("nonascii", ALL, "vietnamese", "Mật khẩu máy chủ là: ", " nhé."),
    ("nonascii", ALL, "greek", "Ο κωδικός είναι: ", " μέχρι την Παρασκευή."),
    ("nonascii", ALL, "finnish", "Palvelimen salasana on ", " perjantaihin asti."),
    ("nonascii", ALL, "ukrainian_quotes", "Пароль від бази: «", "», далі RIG-98."),
    ("nonascii", ALL, "german_key", "Der Schlüssel lautet „", "“ und gilt bis Freitag."),
    ("nonascii", ALL, "thai", "รหัสผ่าน: ", " ห้ามแชร์"),
    ("nonascii", ALL, "indonesian", "Kata sandi server adalah ", " sampai Jumat."),
    ("nonascii", TU, "glued_cyrillic", "ключ", "и всё"),
    ("nonascii", TU, "glued_japanese", "トークン", "を失効した。"),
    ("nonascii", ALL, "fullwidth_key", "ＡＰＩ ＫＥＹ：", "（至急）"),
    ("nonascii", ALL, "fullwidth_equals", "{k}＝", "；下一步"),
):
    simple(*row)


# ---------------------------------------------------------------- commands (keyed passwords)
def cmd(name, before, after=""):
    simple("code", KEYED, name, before, after)


for name, before, after in (
    ("mysql_p", "$ mysql -h db -u app -p", " rig < dump.sql"), ("pgpassword", "PGPASSWORD=", " psql -h db -U app rig"),
    ("sshpass", "sshpass -p '", "' ssh deploy@10.0.3.7"), ("curl_u", "curl -u deploy:", " https://api.example.net/v1"),
    ("wget", "wget --user=app --password=", " https://files.example.net/x"), ("redis_a", "redis-cli -h cache -a ", " ping"),
    ("docker_login", "docker login -u app -p ", " registry.example.net"), ("netrc", "machine api.example.net login app password ", "\nmachine b"),
    ("alter_user", "ALTER USER app WITH PASSWORD '", "';\nSELECT 1;"), ("identified_by", "CREATE USER 'app'@'%' IDENTIFIED BY '", "';"),
    ("chpasswd", "echo 'app:", "' | chpasswd"), ("openssl", "openssl pkcs12 -in x.p12 -passin pass:", " -nodes"),
    ("ansible", "ansible_become_pass: ", "\nansible_user: app"), ("login_pair", "Login: app / ", "\nHost: db"),
    ("user_pass", "user: app, pass: ", "\nhost: db"), ("pw_abbrev", "db1 pw: ", " (root)"), ("creds", "creds for staging: app / ", " ok"),
    ("pass_blank", "ssh in as app pass ", " then make smoke"), ("with_password", "I logged in with password ", " and it worked"),
    ("password_quoted", "the password \"", "\" no longer works"),
):
    cmd(name, before, after)


# ---------------------------------------------------------------- encoded, split, repeated
def fn(kind, *classes):
    return context(S, kind, *classes)


@fn("encoded", *TK)
def base64_url(r, s):
    e = b64us(f'{{"{s.key}":"{s.text}"}}')
    return f"state={e} came back.", [e], ["came back."]


@fn("encoded", *TK)
def base64_env_file(r, s):
    e = b64s(f"PORT=80\n{s.key}={s.text}\nTZ=UTC\n").rstrip("=")
    return f"`{e}==`\n\nnext", [e[12:]], ["next"]


@fn("encoded", *TK)
def percent_all(r, s):
    e = "".join(f"%{b:02X}" for b in s.text.encode())
    return f"log: {s.key}%3D{e}%26page%3D2 end", [e], ["log:", "end"]


@fn("encoded", *TK)
def percent_pair(r, s):
    e = pct(s.text)
    return f"GET /cb?next=%2Fa%3F{s.key}%3D{e}%26b%3D2 200", [pct(b) for b in s.body], ["GET /cb?next="]


@fn("encoded", *ALL)
def double_json(r, s):
    e = json.dumps(json.dumps({"tool": "Bash", "out": json.dumps({s.key.lower(): s.text, "ok": True})}))
    return f"event {e} end", s.body, ["event", "end"]


@fn("encoded", *ALL)
def html_entities(r, s):
    return f"<pre>{s.key}=&quot;{html.escape(s.text)}&quot;</pre> done", [html.escape(b) for b in s.body], ["<pre>", "</pre> done"]


@fn("encoded", *ALL)
def ansi(r, s):
    return f"\x1b[36m{s.key}\x1b[0m=\x1b[32m{s.text}\x1b[0m\nPORT=80", s.body, ["PORT=80"] + s.safe


@fn("encoded", *ALL)
def unicode_escaped(r, s):
    return f"{{\\u0022{s.key.lower()}\\u0022:\\u0022{s.text}\\u0022}} end", s.body, ["end"] + s.safe


@fn("encoded", *TK)
def hex_coded(r, s):
    e = f"{s.key}={s.text}".encode().hex()
    return f"xxd -p gave {e} for the line", [e[2 * len(s.key) + 2:]], ["for the line"]


@fn("split", "token")
def quoted_wrap(r, s):
    n = len(s.text) // 2 + 2
    a, b = s.text[:n], s.text[n:]
    pre = len(s.text) - len(s.body[0])
    return f"> the token is {a}\n> {b}\n>\n> thanks", [x for x in (a[pre:], b) if len(x) >= 8], ["thanks"]


@fn("split", "token")
def br_in_cell(r, s):
    n = len(s.text) // 2 + 2
    a, b = s.text[:n], s.text[n:]
    pre = len(s.text) - len(s.body[0])
    return f"| k | v |\n|---|---|\n| x | {a}<br>{b} |", [x for x in (a[pre:], b) if len(x) >= 8], ["| k | v |"]


@fn("split", "token", "keyed")
def string_concat(r, s):
    n = len(s.text) // 2
    a, b = s.text[:n], s.text[n:]
    pre = len(s.text) - len(s.body[0])
    return f'{s.key} = "{a}" + "{b}"\nrun()', [x for x in (a[pre:], b) if len(x) >= 8], ["run()"]


@fn("split", "token", "keyed")
def backslash_wrap(r, s):
    n = len(s.text) * 2 // 3
    a, b = s.text[:n], s.text[n:]
    pre = len(s.text) - len(s.body[0])
    return f"export {s.key}={a}\\\n{b}\nmake smoke", [x for x in (a[pre:], b) if len(x) >= 8], ["make smoke"]


@fn("split", "token", "keyed")
def zero_width(r, s):
    n = len(s.text) // 2
    t = s.text[:n] + "\u200b" + s.text[n:]
    pre = len(s.text) - len(s.body[0])
    return f"{s.key}={t}\nPORT=80", [x for x in (s.text[pre:n], s.text[n:]) if len(x) >= 8], ["PORT=80"]


@fn("split", *ALL)
def zero_width_name(r, s):
    k = s.key[:3] + "\u200b" + s.key[3:]
    return f"{k}={s.text}\nPORT=80", s.body, ["PORT=80"] + s.safe


@fn("repeat", *TK)
def bare_first(r, s):
    return f"The reviewer asked what {s.text} was.\n\nIt is in .env: {s.key}={s.text}\n\nNext: RIG-9", s.body, ["The reviewer asked what", "Next: RIG-9"]


@fn("repeat", *TK)
def later_base64(r, s):
    e = b64s(s.text)
    return f"{s.key}={s.text}\n\nencoded it reads {e} in the yaml\n\nnext", [*s.body, e.rstrip("=")[:-2]], ["next"]


@fn("repeat", *TK)
def later_in_url(r, s):
    return f"{s.key}={s.text}\n\nopen https://x.example.net/go/{pct(s.text)}/run now", s.body, ["now"]


@fn("repeat", *TK)
def later_hex(r, s):
    return f"{s.key}={s.text}\n\nhexdump {s.text.encode().hex()} end", [*s.body, s.text.encode().hex()], ["end"]


@fn("repeat", *TK)
def later_reversed_case(r, s):
    return f"{s.key}={s.text}\n\nthen in capitals {s.text.upper()} end", [*s.body, *(b.upper() for b in s.body)], ["end"]


@fn("block", "block")
def block_yaml(r, s):
    t = "\n".join("    " + x for x in s.text.split("\n"))
    return f"tls:\n  key: |\n{t}\n  port: 443", s.body, ["tls:", "port: 443"]


@fn("block", "block")
def block_headless(r, s):
    return "tail of the file:\n\n" + "\n".join(s.body) + "\n\nNext: RIG-9", s.body, ["tail of the file:", "Next: RIG-9"]


@fn("block", "block")
def block_crlf(r, s):
    return s.text.replace("\n", "\r\n") + "\r\n\r\nNext: RIG-9", s.body, ["Next: RIG-9"]


@fn("block", "block")
def block_br(r, s):
    return "| k | " + s.text.replace("\n", "<br>") + " |\n\nNext: RIG-9", s.body, ["Next: RIG-9"]


@fn("block", "block")
def block_numbered(r, s):
    t = "\n".join(f"{i:4}\t{x}" for i, x in enumerate(s.text.split("\n"), 1))
    return f"{t}\n\nNext: RIG-9", s.body, ["Next: RIG-9"]


@fn("block", "block")
def block_base64(r, s):
    e = b64s(s.text).rstrip("=")
    return f"KEY_B64={e}\nPORT=80", [e], ["PORT=80"]


@fn("block", "block")
def block_one_space(r, s):
    return f"key: {s.text.replace(chr(10), ' ')}\nNext: RIG-9", s.body, ["Next: RIG-9"]


@fn("header", "header")
def header_python(r, s):
    k, v = s.text.split(": ", 1)
    return f"requests.get(url, headers={{'{k}': '{v}'}}, timeout=9)", s.body, ["requests.get(url,", "timeout=9)"]


@fn("header", "header")
def header_prose(r, s):
    return f"It sent `{s.text}` and got 401, so next is RIG-9.", s.body, ["It sent `", "and got 401"]


@fn("header", "header")
def header_yaml(r, s):
    k, v = s.text.split(": ", 1)
    return f"headers:\n  {k}: \"{v}\"\n  Accept: json", s.body, ["headers:", "Accept: json"]


@fn("header", "header")
def header_curl_double(r, s):
    return f'curl -sS -H "{s.text}" \\\n  -H "Accept: */*" https://api.example.net', s.body, ["curl -sS -H", "https://api.example.net"]


@fn("header", "header")
def header_har(r, s):
    k, v = s.text.split(": ", 1)
    return f'{{"name": "{k}", "value": "{v}"}}, {{"name": "Accept"}}', s.body, ['{"name": "Accept"}']
