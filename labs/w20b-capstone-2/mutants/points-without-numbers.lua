return mutant {
  base = "attention.json", file = "attention.json",
  replace = {
    {[[
  {"answer":"roofline","text":[
    "Two heads of 128 rows are 16.8 million operations without a mask. Before the first change TMA brought",
    "393,216 bytes for them, 43 operations for each, after the last 262,144, which is 64. Q, K, V and O",
    "themselves are 262,144 bytes at this length, so nothing is left to win there. The ridge of bf16 on an",
    "H200 is at 206, so the ceiling at both points is the slope of memory; with 4,096 tokens both would stand",
    "under the flat roof. Attempts 2 and 8 counted them. No GPU counted stalls."]}]],
     [[
  {"answer":"roofline","text":[
    "Two heads of some rows are some million operations without a mask. Before the first change TMA brought",
    "some bytes for them, some operations for each, after the last some which is some Q, K, V and O",
    "themselves are some bytes at this length, so nothing is left to win there. The ridge of bf on an",
    "GPU is at some so the ceiling at both points is the slope of memory; with some tokens both would stand",
    "under the flat roof. Attempts some and some counted them. No GPU counted stalls."]}]]},
  },
  fails = "roofline", message = "has 0 of at least 4 numbers",
  why = "tells points in the roofline without a number",
}
