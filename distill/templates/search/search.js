// The search of the site: the same words, ids, phrases and facets as `distill search`, over the static index of shards.py.
// Looks terms up, then reads the Markdown of the first pages and shows only those that really hold all words.
// Text nodes only: nothing of a page is ever taken for HTML.
"use strict";
(() => { // the names below are those of no other script
const UNSPACED = "\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3005-\\u3007\\u3040-\\u30ff\\u3400-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}\\uac00-\\ud7af";
const SIGNS = "\\-_.\\/#@:+~$%&=\\\\";
const TOKEN = new RegExp(`[${UNSPACED}]|(?:(?![${UNSPACED}])[\\p{L}\\p{N}])+|[${SIGNS}](?=[${SIGNS}]{0,8}[\\p{L}\\p{N}])|(?<=[\\p{L}\\p{N}])[+#]`, "gu");
const CHARACTER = new RegExp(`^[${UNSPACED}]$`, "u");
const DROPPED = /[\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u00ad\u200b-\u200f\u2060\ufeff]/gu;
const ONE_FORM = { "أ": "ا", "إ": "ا", "آ": "ا", "ى": "ي", "ة": "ه", "\u2010": "-", "\u2011": "-" };
const COMMIT = /^(?=[0-9a-f]*[0-9])(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}$/i;
const LONGEST = 64, MOST_WORDS = 2, SHOWN = 10, MOST_READ = 60, MOST_KEPT = 400, HALF_LIFE_DAYS = 180, DAY_MS = 864e5;
const PART = /(?:([A-Za-z]+):)?"([^"]*)"?|(\S+)/g;
const SECTIONS = ["Accomplished", "Decisions", "Open Items", "Constraints"];
const LEVELS = ["low", "reviewed", "verified"];

const oneForm = text => text.replace(/[أإآىة\u2010\u2011]/g, char => ONE_FORM[char]);
const folded = text => text.toLowerCase().replace(/ß/g, "ss").replace(/ς/g, "σ");
function normal(text) {
  const parted = folded(oneForm(text).normalize("NFKD")).normalize("NFKD");
  return oneForm(parted.replace(DROPPED, "").replace(/(?<=[a-zе])[\u0300-\u036f]+/g, "").normalize("NFKC"));
}
function groups(text) {
  const found = []; let end = -1;
  for (const match of normal(text).matchAll(TOKEN)) {
    if (match.index !== end) found.push([]);
    found[found.length - 1].push([...match[0]].slice(0, LONGEST).join(""));
    end = match.index + match[0].length;
  }
  return found;
}
const tokens = text => groups(text).flat();
const isWord = token => /^[\p{L}\p{N}]/u.test(token);

// -- the query ---------------------------------------------------------------------------------------------------
function parse(text) {
  const query = { terms: [], facets: {} };
  for (const [, name, phrase, word] of text.matchAll(PART)) {
    const quoted = word === undefined, at = quoted ? -1 : word.indexOf(":");
    const key = (quoted ? name || "" : word.slice(0, Math.max(0, at))).toLowerCase(), value = quoted ? phrase : word.slice(at + 1);
    if (key && value && takeFacet(query.facets, key, value)) continue;
    const said = quoted ? `${name || ""} ${phrase}` : word, found = groups(said);
    if (found.length) query.terms.push({ groups: found, tokens: found.flat(), prefix: !quoted && (said.endsWith("*") || COMMIT.test(said)), commit: !quoted && COMMIT.test(said) });
  }
  return query;
}
function takeFacet(facets, key, value) {
  const plain = value.toLowerCase();
  if (key === "seat") facets.seat = plain;
  else if (key === "after" || key === "since" || key === "before") {
    const day = Date.parse(value.length === 7 ? `${value}-01` : value) / DAY_MS;
    if (!Number.isInteger(day)) return false;
    facets[key === "before" ? "before" : "after"] = day;
  } else if (key === "open" && /^(?:yes|true|no|false)$/.test(plain)) facets.open = plain === "yes" || plain === "true";
  else if (key === "confidence" && LEVELS.includes(plain)) facets.confidence = LEVELS.indexOf(plain);
  else if (key === "section") {
    facets.section = SECTIONS.find(name => name.toLowerCase().startsWith(plain.replace(/[\s_-]+/g, " ")));
    return facets.section !== undefined;
  } else return false;
  return true;
}

// -- what is looked up -------------------------------------------------------------------------------------------
function lookups(query, typing) {
  const wanted = new Map();
  query.terms.forEach((term, index) => {
    const last = index === query.terms.length - 1;
    if (term.commit) { wanted.set(`^${term.tokens[0].slice(0, 7)}`, false); return; }
    for (const group of term.groups) for (const run of runs(group)) {
      const words = run.filter(isWord).length, ends = run === group && group === term.groups[term.groups.length - 1];
      const open = term.prefix || (typing && last && ends && run.length === 1 && /^[a-z]{3,}$/.test(run[0]));
      if (open && run.length > 1) run.slice(0, -1).filter(isWord).forEach(word => wanted.set(word, false));
      else if (words > MOST_WORDS) pairs(run).forEach(pair => wanted.set(pair, false));
      else if (!open || run[0].length > 1) wanted.set(run.join(""), open);
    }
    for (const group of term.groups) for (let at = 0; at + 1 < group.length; at++)
      if (CHARACTER.test(group[at]) && CHARACTER.test(group[at + 1])) wanted.set(group[at] + group[at + 1], false);
  });
  return wanted;
}
function runs(group) {
  const found = [];
  for (const token of group) {
    const run = found[found.length - 1];
    if (!run || (isWord(token) && isWord(run[run.length - 1]))) found.push([token]);
    else run.push(token);
  }
  return found.length === 1 ? [group] : found;
}
// Two words of an id each, with the signs between, before and after them, as the index has them.
function pairs(run) {
  const words = [...run.keys()].filter(at => isWord(run[at])), found = [];
  for (let at = 0; at + 1 < words.length; at++) {
    const first = at ? words[at] : 0, next = words[at + 1];
    found.push(run.slice(first, next + 1).join(""));
    if (at + 2 === words.length && /[+#]/.test(run[next + 1] || "")) found.push(run.slice(first, next + 2).join(""));
  }
  return found;
}
function crc32(term) {
  let value = -1;
  for (const byte of new TextEncoder().encode(term)) { value ^= byte; for (let bit = 0; bit < 8; bit++) value = value >>> 1 ^ 0xedb88320 & -(value & 1); }
  return (value ^ -1) >>> 0;
}
function shard(term, count) {
  const code = term.codePointAt(0);
  if (code >= 0x80) return `u${(code >> 4).toString(16)}`;
  return /^[a-z]+$/.test(term) ? `w${term.slice(0, 2)}` : `i${(crc32(term) % count).toString(16)}`;
}

// -- the index ---------------------------------------------------------------------------------------------------
class Index {
  constructor(base) { this.base = base; this.files = new Map(); }
  async file(path) {
    if (!this.files.has(path)) this.files.set(path, this.read(path));
    return this.files.get(path);
  }
  async read(path) {
    const answer = await fetch(this.base + path, path === "index.json" ? { cache: "no-cache" } : {});
    if (answer.status === 404 && path.includes("/t/")) return {};
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return answer.json();
  }
  async segments() {
    const { segments } = await this.file("index.json");
    return Promise.all(segments.map(async ({ path, gone }) => {
      const meta = await this.file(`${path}/meta.json`);
      if (!meta.days) { let day = 0; meta.days = meta.day.map(step => (day += step)); }
      return { path, meta, gone: new Set(gone) };
    }));
  }
  async postings(segment, term, open) {
    const terms = await this.file(`${segment.path}/t/${shard(term, segment.meta.ids)}.json`), found = new Map();
    const names = open ? Object.keys(terms).filter(name => name.startsWith(term)) : Object.hasOwn(terms, term) ? [term] : [];
    for (const name of names) {
      let number = 0;
      for (let at = 0; at < terms[name].length; at += 2) found.set(number += terms[name][at], (found.get(number) || 0) + terms[name][at + 1]);
    }
    return found;
  }
  async name(segment, number) {
    const { chunk } = segment.meta;
    return (await this.file(`${segment.path}/d/${Math.floor(number / chunk)}.json`))[number % chunk];
  }
}
function fits({ meta, gone }, number, { seat, after, before, open, confidence }) {
  const own = meta.seats[meta.seat[number]].toLowerCase(), day = meta.days[number];
  return !gone.has(number) && (seat === undefined || own === seat || own.startsWith(`${seat}@`))
    && (after === undefined || day >= after) && (before === undefined || day < before)
    && (open !== true || meta.open[number] > 0) && (confidence === undefined || meta.confidence[number] === confidence);
}
async function candidates(index, query, typing) {
  const segments = await index.segments(), wanted = [...lookups(query, typing)], found = [];
  const newest = segments.reduce((most, { meta }) => meta.days.reduce((one, other) => Math.max(one, other), most), 0);
  const lists = await Promise.all(segments.map(segment => Promise.all(wanted.map(([term, open]) => index.postings(segment, term, open)))));
  const pages = segments.reduce((sum, { meta }) => sum + meta.n, 0);
  const rare = wanted.map((_, at) => Math.log(1 + pages / Math.max(1, lists.reduce((sum, own) => sum + own[at].size, 0))));
  segments.forEach((segment, which) => {
    const own = lists[which], least = own.reduce((one, other) => other.size < one.size ? other : one, own[0]);
    for (const number of least ? least.keys() : segment.meta.days.keys()) {
      if (!own.every(list => list.has(number)) || !fits(segment, number, query.facets)) continue;
      const weight = own.reduce((sum, list, at) => sum + Math.log(1 + list.get(number)) * rare[at], own.length ? 0 : 1), day = segment.meta.days[number];
      found.push({ segment, number, weight: weight * 0.5 ** ((newest - day) / HALF_LIFE_DAYS), day });
    }
  });
  return found.sort((one, other) => other.weight - one.weight || other.day - one.day || one.number - other.number);
}

// -- the pages ---------------------------------------------------------------------------------------------------
const NAMED = { amp: "&", lt: "<", gt: ">", quot: '"' };
const unescaped = text => text.replace(/(`+)(?!`).+?(?<!`)\1(?!`)|\\([!-\/:-@[-`{-~])|&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(amp|lt|gt|quot));/g,
  (whole, ticks, char, number, hex, name) => char || (number ? String.fromCodePoint(Math.min(0x10ffff, +number)) : hex ? String.fromCodePoint(Math.min(0x10ffff, parseInt(hex, 16))) : NAMED[name] || whole));
function linesOf(text) {
  const rows = text.replace(/^\ufeff/, "").split(/\r\n|\n|\r/), end = rows.indexOf("---", 1), found = [];
  let section = "";
  rows.forEach((row, at) => {
    const heading = /^##[ \t]+(\S.*?)[ \t]*#*$/.exec(row);
    if (at > end && heading) { section = SECTIONS.includes(heading[1]) ? heading[1] : ""; if (section) return; }
    const item = /^\s*[-*+][ \t]+(?:\[([ xX])\][ \t]+)?(\S.*)$/.exec(row);
    const said = at <= end ? row : item ? item[2] : row.replace(/^[#>\s]+/, "");
    if (said.trim() && row !== "---") found.push({ section, front: at <= end, text: unescaped(said), done: item ? (item[1] || " ") !== " " : false });
  });
  return found;
}
function holds(words, term, typing) {
  const { length } = term.tokens;
  return words.some((_, at) => at + length <= words.length && term.tokens.every((token, offset) =>
    offset === length - 1 && (term.prefix || typing) ? words[at + offset].startsWith(token) : words[at + offset] === token));
}
function answers(text, query, typing) {
  const { section, open } = query.facets;
  const lines = linesOf(text).filter(line => (section === undefined || line.section === section)
    && (open === undefined || (line.section === "Open Items" && line.done === !open)));
  if (!query.terms.length) return section !== undefined || open !== undefined ? lines.slice(0, 3) : lines.filter(line => line.section).slice(0, 1);
  const held = lines.map(line => ({ line, words: tokens(line.text.replace(/\(L[0-9]{1,9}(?:[–-][0-9]{1,9})?\)$/, "")) })).map(({ line, words }) => ({
    line, terms: query.terms.filter((term, at) => holds(words, term, typing && at === query.terms.length - 1 && /^[a-z]{3,}$/.test(term.tokens.join(" ")))) }));
  held.sort((one, other) => other.terms.length - one.terms.length || one.line.front - other.line.front);
  const missing = new Set(query.terms), shown = [];
  for (const { line, terms } of held) if (terms.some(term => missing.has(term))) { shown.push(line); terms.forEach(term => missing.delete(term)); }
  return missing.size ? [] : shown;
}
const read = new Map();
async function pageText(address) {
  if (read.size > MOST_KEPT) read.clear();
  if (!read.has(address)) { const got = await fetch(address); read.set(address, got.ok ? await got.text() : ""); }
  return read.get(address);
}
async function answer(index, pages, asked, typing) {
  const query = parse(asked), found = await candidates(index, query, typing), hits = [];
  let at = 0;
  for (; at < Math.min(found.length, MOST_READ) && hits.length < SHOWN; at += SHOWN) {
    const seen = await Promise.all(found.slice(at, at + SHOWN).map(async each => {
      const [name, title] = await index.name(each.segment, each.number), text = await pageText(`${pages}${encodeURIComponent(name)}.md`);
      return { ...each, name, title, seat: each.segment.meta.seats[each.segment.meta.seat[each.number]], lines: text ? answers(text, query, typing) : [] };
    }));
    hits.push(...seen.filter(({ lines }) => lines.length));
  }
  // Pages that hold all words but not in the order of a phrase were left out; of those not read nobody knows.
  const all = at >= found.length, dropped = Math.min(at, found.length) - hits.length;
  return { total: all ? hits.length : found.length, exact: all || !dropped, hits: hits.slice(0, SHOWN) };
}

// -- the box -----------------------------------------------------------------------------------------------------
const element = (tag, name, text) => { const made = document.createElement(tag); if (name) made.className = name; if (text !== undefined) made.textContent = text; return made; };
const FROM_DISK = "This page was opened from disk, and browsers let no such page read other files. Serve the site (`mkdocs serve`), or use `distill search`.";
const FACETS = [
  { key: "seat", name: "Seat", values: [] },
  { key: "section", name: "Section", values: ["accomplished", "decisions", "open-items", "constraints"] },
  { key: "open", name: "Open items", values: ["yes", "no"] },
  { key: "confidence", name: "Confidence", values: LEVELS },
  { key: "after", name: "Since", type: "date" },
  { key: "before", name: "Before", type: "date" },
];
const said = key => new RegExp(`(^|\\s)${key === "after" ? "(?:after|since)" : key}:(?:"([^"]*)"|(\\S*))`, "i");
const withFacet = (text, key, value) => {
  const rest = text.replace(said(key), " ").replace(/\s+/g, " ").trim();
  return value ? `${rest} ${key}:${/\s/.test(value) ? `"${value}"` : value}`.trim() : rest;
};
function result(hit, address) {
  const made = element("li", "distill-hit"), link = element("a", "", hit.title || hit.name);
  link.href = address(hit.name);
  made.append(link, element("small", "", ` ${new Date(hit.day * DAY_MS).toISOString().slice(0, 10)} · ${hit.seat}`));
  for (const line of hit.lines) made.append(element("p", "", `${line.section ? `${line.section}: ` : ""}${line.text}`));
  return made;
}
function chooser({ key, name, values, type }, box, ask) {
  const label = element("label", "", `${name} `), field = element(type ? "input" : "select", "");
  if (type) field.type = type; else field.append(...["", ...values].map(value => { const made = element("option", "", value || "any"); made.value = value; return made; }));
  field.addEventListener("change", () => { box.value = withFacet(box.value, key, field.value); ask(false); });
  label.append(field);
  const fill = more => field.append(...more.map(value => { const made = element("option", "", value); made.value = value; return made; }));
  const follow = () => {
    const found = said(key).exec(box.value), value = found ? found[2] || found[3] : "";
    if (!type && ![...field.options].some(option => option.value === value)) fill([value]); // such as a part of a seat's name
    field.value = value;
  };
  return { label, follow, fill, filled: () => field.dataset.filled || !(field.dataset.filled = "yes") };
}
// Up and down lead from the box through the results and back; Enter opens the one that has the focus.
function arrows(root, box) {
  root.addEventListener("keydown", event => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key], stops = [box, ...root.querySelectorAll(".distill-hit > a")];
    const at = stops.indexOf(document.activeElement);
    if (!step || at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    stops[Math.max(0, Math.min(stops.length - 1, at + step))].focus();
  });
}
function start(root) {
  if (root.dataset.begun) return; root.dataset.begun = "yes";
  const index = new Index(new URL(root.dataset.index, location.href).href), pages = new URL(root.dataset.pages, location.href).href;
  const address = name => pages + encodeURIComponent(name) + (root.dataset.ending ?? "/");
  const box = element("input", "distill-query"), told = element("p", "distill-told"), list = element("ol", "distill-hits"), facets = element("div", "distill-facets");
  box.type = "search"; box.placeholder = "Words, RIG-9, #58, a commit, a path, seat:lead, open:yes …"; box.autocomplete = "off";
  box.setAttribute("aria-label", "Search the sessions"); told.setAttribute("role", "status");
  facets.setAttribute("role", "group"); facets.setAttribute("aria-label", "Narrow the search");
  let asked = 0;
  const ask = async typing => {
    const mine = ++asked;
    choosers.forEach(({ follow }) => follow());
    if (!box.value.trim()) { list.replaceChildren(); told.textContent = ""; return; }
    try {
      const { total, exact, hits } = await answer(index, pages, box.value, typing);
      if (mine !== asked) return;
      list.replaceChildren(...hits.map(hit => result(hit, address)));
      told.textContent = total && hits.length ? `${exact ? "" : "at most "}${total} page${total === 1 ? "" : "s"}${hits.length < total ? `, ${hits.length} shown` : ""}` : "no page holds all of this";
    } catch (error) {
      if (mine !== asked) return;
      list.replaceChildren();
      told.textContent = location.protocol === "file:" ? FROM_DISK : `The search cannot read its index (${error.message}).`;
    }
  };
  const choosers = FACETS.map(facet => chooser(facet, box, ask));
  facets.append(...choosers.map(({ label }) => label));
  root.replaceChildren(box, facets, told, list);
  box.addEventListener("input", () => ask(true));
  box.addEventListener("focus", () => index.segments().then(found => {
    const seats = [...new Set(found.flatMap(({ meta }) => meta.seats))].filter(Boolean).sort();
    if (!choosers[0].filled()) choosers[0].fill(seats);
  }, () => { if (location.protocol === "file:") told.textContent = FROM_DISK; }), { once: true });
  box.addEventListener("keydown", event => { if (event.key === "Enter") { event.preventDefault(); ask(false); } });
  arrows(root, box);
  document.addEventListener("keydown", event => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || !root.isConnected || /^(?:INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName || "")) return;
    event.preventDefault(); event.stopImmediatePropagation(); box.focus();
  }, true);
  const parameters = new URLSearchParams(location.search);
  const themes = document.querySelector("[data-md-component=search]"); // it opens its own box for `q`, over ours
  const given = parameters.get("find") || (themes ? "" : parameters.get("q"));
  if (given && root.dataset.asks !== "no") { box.value = given; ask(false); }
}
if (typeof document === "undefined") module.exports = { tokens, parse, lookups, shard, linesOf, answers, withFacet };
else { globalThis.distillSearch = start; const root = document.getElementById("distill-search"); if (root) start(root); }
})();
