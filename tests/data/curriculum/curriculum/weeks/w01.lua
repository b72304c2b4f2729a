return week {
  n = 1, part = 1, title = "First week", seeds = {"S003-W01"},
  summary = [[A summary that takes
    two lines.]],
  concepts = {
    {id = "one", title = "One", seed = "S003-W01-C1",
     text = [[The ridge is {{= n(f.ridge) }} FLOP/B.

       A second paragraph of
       two lines.]]},
  },
  readings = {
    {"paper", hours = 1.5, look_for = "the figure"},
  },
  practice = { {text = "Do it.", hours = 1} },
  milestone = { text = "Reach {{= n(f.ridge) }}." },
  labs = {"t01-toy"},
  durable = {"ratios"}, ephemeral = {{"peaks", as_of = "2026-01"}},
  facts = function(hw) return {ridge = hw.toy.bf16 / hw.toy.bw} end,
  questions = {
    q.num{id = "ridge", ask = "Where is the ridge?", unit = "FLOP/B",
      answer = function(f) return f.ridge end, worked = "{{= n(f.ridge) }}"},
    q.choice{id = "which", ask = "Which?", options = {"this", "that"}, answer = 1,
      worked = "This."},
    q.text{id = "why", ask = "Why?", rubric = {"a reason"}, min_words = 5},
  },
}
