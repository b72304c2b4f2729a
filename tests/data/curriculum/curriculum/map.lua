return map {
  {"S003-P1", by = {"track:main"}},
  {"S003-E1", by = {"lab:t01", "reading:paper"}},
  {"S003-W01", by = {"lesson:1", "feature:F-READ"}},
  {"S003-W01-C1", by = {"duplicate:S003-W01"}},
  {"S003-LATER", by = {"lab:t01", "lab:t03"}},
  {"S004-REPO", by = {"tour:toy"}},
  {"S003-CARD", by = {"card:cards/toy"}},
  {"S003-CARD2", by = {"card:cards/later"}},
  {"S004-FACT", by = {"fact:toy"}},
}
