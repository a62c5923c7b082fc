// Opens the search of the sessions from every page, by `/` or its button; what searches is loaded when it is first asked.
"use strict";
(() => {
  const SITE = {/* of this site */};
  const base = new URL("../../", document.currentScript.src).href;
  let loaded, dialog;
  const engine = () => loaded ||= new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = `${base}assets/distill/search.js?${SITE.version}`; script.onload = done; script.onerror = failed;
    document.head.append(script);
  });
  function opened() {
    const root = document.createElement("div"), close = document.createElement("button");
    dialog = document.createElement("dialog"); dialog.className = "distill-dialog md-typeset"; dialog.setAttribute("aria-label", "Search the sessions");
    Object.assign(root.dataset, { index: `${base}find/`, pages: `${base}sessions/`, ending: SITE.ending, asks: "no" });
    close.type = "button"; close.className = "distill-close"; close.textContent = "Close (Esc)";
    close.addEventListener("click", () => dialog.close());
    dialog.append(root, close);
    dialog.addEventListener("click", event => { if (event.target === dialog || event.target.closest("a")) dialog.close(); });
    engine().then(() => { globalThis.distillSearch(root); root.querySelector("input").focus(); },
      () => { root.textContent = "The search could not be loaded."; });
  }
  function open() {
    const page = document.querySelector("#distill-search > input");
    if (page) { page.focus(); return; }
    if (!dialog) opened();
    if (!dialog.isConnected) document.body.append(dialog);
    if (!dialog.open) dialog.showModal();
    dialog.querySelector("input")?.select();
  }
  function button() {
    // One after the other: a single selector would give the outer of two, below whose bar the button would fall.
    const header = [".md-header__inner", ".navbar .container", "header"].map(one => document.querySelector(one)).find(Boolean);
    if (!SITE.slash || !header || header.querySelector(".distill-finder")) return;
    const made = document.createElement("button");
    made.type = "button"; made.className = "distill-finder"; made.title = "Find sessions (/)"; made.setAttribute("aria-label", "Find sessions");
    made.append("Find", Object.assign(document.createElement("span"), { textContent: " sessions" }));
    made.setAttribute("aria-keyshortcuts", "/"); made.addEventListener("click", open);
    header.append(made);
  }
  const shown = () => { button(); if (document.getElementById("distill-search")) engine().then(() => globalThis.distillSearch(document.getElementById("distill-search"))); };
  if (SITE.slash) document.addEventListener("keydown", event => {
    const { tagName = "", isContentEditable } = document.activeElement || {};
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(tagName)) return;
    event.preventDefault(); event.stopImmediatePropagation(); open();
  }, true);
  if (globalThis.document$) globalThis.document$.subscribe(shown); else if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", shown); else shown();
})();
