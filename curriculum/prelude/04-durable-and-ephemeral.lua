return card {
  seeds = {"S002-5"},
  readings = {
    {"lilian", look_for = "one long article: which of its citations are ideas, and which are results of that year"},
    {"raschka", look_for = "one month's summary: what of it would you tell somebody who starts in three years?"},
    {"llminfpapers", look_for = "the headings of the list: which of them are a week of this course?"},
  },
  questions = {
    q.multi{id = "lasts", seed = "S002-5",
      ask = "Which of these would you expect to hold in ten years?",
      options = {"memory-bound work gains from fewer bytes", "the H100's ridge", "why continuous batching works",
                 "the name of the sharding API", "what eight bits can represent"},
      answer = {1, 3, 5},
      wrong = {{value = 2, hint = "It is a quotient of two figures that will both be history."},
               {value = 4, hint = "It has changed within the life of this text."}},
      worked = "Ideas last; a card's figures and a library's names are looked up, and dated."},

    q.num{id = "trend", unit = "x", rtol = .02,
      ask = [[From the A100 to {{= hw[p.card].name}}: by what factor did bf16 arithmetic grow more than
        memory bandwidth did?]],
      vary = {card = {"h100", "h200"}},
      answer = function(f, p, hw) return hw[p.card].ridge/hw.a100.ridge end,
      wrong = {{value = function(f, p, hw) return hw[p.card].bf16/hw.a100.bf16 end,
                hint = "That is the growth of the arithmetic alone."}},
      worked = [[The quotient of the ridges: {{= n(hw[p.card].ridge,0)}} over {{= n(hw.a100.ridge,0)}},
        {{= n(hw[p.card].ridge/hw.a100.ridge,2)}}. Arithmetic tends to get cheaper than movement; the
        H200, with the H100's arithmetic and a faster memory, went the other way.]]},

    q.choice{id = "kind",
      ask = [[A note says: "HBM, 4.25 TB/s, copy of 1 GiB on our H200, 2026-11". Which of the four kinds
        is that figure?]],
      options = {"spec", "derived", "measured", "approx"},
      answer = 3,
      wrong = {{value = 1, hint = "The vendor's document has another figure."},
               {value = 2, hint = "It isn't computed from others."},
               {value = 4, hint = "It says what was run, where and when."}},
      worked = "Somebody ran it, and the note says what was run, on which machine, and when."},
  },
}
