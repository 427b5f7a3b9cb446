// Narrows the settings tables to the rows that contain what was typed.
(function () {
  'use strict';
  var input = document.getElementById('filter');
  var count = document.getElementById('filter-count');
  if (!input || !count) return;
  var rows = Array.prototype.slice.call(document.querySelectorAll('table[data-filter] tbody tr'));
  function narrow() {
    var words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    var shown = rows.filter(function (row) {
      var text = row.textContent.toLowerCase();
      row.hidden = !words.every(function (word) { return text.indexOf(word) >= 0; });
      return !row.hidden;
    });
    count.textContent = shown.length + ' of ' + rows.length + ' settings';
  }
  input.addEventListener('input', narrow);
  narrow();
})();
