/* A box above each table that can be filtered: shows the rows that hold all words. Works without a server. */
(function () {
  "use strict";

  function fold(text) {
    return text.normalize("NFKC").toLowerCase();
  }

  function box(place, number) {
    var rows = Array.prototype.slice.call(place.querySelectorAll("tbody > tr"));
    var texts = rows.map(function (row) { return fold(row.textContent); });
    var label = document.createElement("label");
    var input = document.createElement("input");
    var told = document.createElement("span");
    var frame = document.createElement("div");
    frame.className = "distill-filter";
    input.type = "search";
    input.id = "distill-filter-" + number;
    label.htmlFor = input.id;
    label.textContent = "Filter";
    told.setAttribute("role", "status");
    function apply() {
      var words = fold(input.value).split(/\s+/).filter(Boolean);
      var shown = 0;
      rows.forEach(function (row, at) {
        var fits = words.every(function (word) { return texts[at].indexOf(word) >= 0; });
        row.hidden = !fits;
        shown += fits ? 1 : 0;
      });
      told.textContent = words.length ? shown + " of " + rows.length : "";
    }
    input.addEventListener("input", apply);
    frame.append(label, input, told);
    place.before(frame);
  }

  function run() {
    document.querySelectorAll(".distill-filtered").forEach(function (place, number) {
      if (!place.dataset.filter && place.querySelectorAll("tbody > tr").length > 3) {
        place.dataset.filter = "on";
        box(place, number);
      }
    });
  }

  if (window.document$ && window.document$.subscribe) window.document$.subscribe(run);
  else if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", run);
  else run();
})();
