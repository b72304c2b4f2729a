return mutant {
  base = "pipeline.json", file = "pipeline.json",
  replace = {
    {[==[{"answer":"next","text":[]==],
     [==[{"answer":"next","text":[
    "Before any change the preference stage bounded the pipeline: it took ten thousand tokens a second",
    "where the stream gave four million, so a faster loader alone would have changed nothing, and I say",
    "so of my first pair. I predicted 2 for it, from the passes over the text that go, and measured",
    "1.6, since the checksum stays."]},
  {"answer":"draft","text":[]==]},
  },
  fails = "next", message = "or in a text before it",
  why = "what was done is told once more as what comes next",
}
