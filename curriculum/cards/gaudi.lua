return card {
  seeds = {"S001-18", "S003-W19-C6"},
  sources = {
    "Kaplan: *Intel Gaudi 3 AI Accelerator: Architected for Gen AI Training and Inference*. Hot Chips 2024",
    "Intel: *Gaudi Architecture*; *Gaudi Network Configuration*",
    "The cards gaudi3, h100 and ib_ndr of Ridge's hardware list",
  },
  ephemeral = {{"The figures of Gaudi 3, and the name of its software", as_of = "2026-11"}},
  facts = function(hw)
    local g, f = hw.gaudi3, {box = 8}
    f.pair = g.up/(f.box - 1)*g.port
    f.up, f.out = g.up*g.port, g.out*g.port
    f.news = 1979e12 -- what a news page held against Gaudi's dense figure: H100's bf16 with 2:4 sparsity
    return f
  end,
  questions = {
    q.num{id = "pair", unit = "ms", rtol = .01, seed = "S001-18",
      ask = [[One Gaudi 3 sends {{= p.mb}} MB to one other of its box, over all ports that lead there. How long at
        least?]],
      vary = {mb = {150, 600, 900}},
      answer = function(f, p) return 1e3*p.mb*1e6/f.pair end,
      wrong = {{value = function(f, p) return 1e3*p.mb*1e6/f.up end,
                hint = "All scale-up ports together reach all seven others, each its own share."},
               {value = function(f, p) return 1e3*p.mb*1e6/(2*f.pair) end, hint = "One direction."}},
      worked = [[{{= n(hw.gaudi3.up/(f.box - 1))}} ports of {{= si(hw.gaudi3.port, "B/s")}}:
        {{= n(1e3*p.mb*1e6/f.pair, 1)}} ms.]]},

    q.num{id = "worth", unit = "1", rtol = .01, seed = "S001-18",
      ask = [[A step of your training takes {{= p.h}} s on eight H100s and {{= p.g}} s on eight Gaudi 3 (example
        figures, to be measured). The H100s cost {{= p.usd}} $ an hour. At what price for the other eight does a step
        cost the same?]],
      vary = {h = {2, 2.4}, g = {2.5, 3}, usd = {16, 24}},
      answer = function(f, p) return p.usd*p.h/p.g end,
      wrong = {{value = function(f, p) return p.usd*p.g/p.h end, hint = "Who is slower must be cheaper."},
               {value = function(f, p, hw) return p.usd*hw.gaudi3.bf16/hw.h100.bf16 end,
                hint = "Peaks are on the data sheet. You measured something."}},
      worked = "{{= p.usd}} · {{= p.h}} / {{= p.g}} = {{= n(p.usd*p.h/p.g, 2)}} $ an hour."},

    q.choice{id = "between", seed = "S001-18",
      ask = [[A product with a batch of {{= p.m}} rows does {{= p.m}} FLOP for each byte of bf16 weights. What bounds
        it on an H100, and what on a Gaudi 3?]],
      vary = {m = {320, 380, 440}},
      options = {"arithmetic on both", "memory on both", "arithmetic on the H100, memory on the Gaudi 3",
                 "memory on the H100, arithmetic on the Gaudi 3"},
      answer = 3,
      wrong = {{value = 1, hint = "Where is the ridge of each?"},
               {value = 2, hint = "Where is the ridge of each?"},
               {value = 4, hint = "Who has more arithmetic for nearly the same bandwidth?"}},
      worked = [[{{= p.m}} lies right of {{= n(hw.h100.ridge, 0)}} and left of {{= n(hw.gaudi3.ridge, 0)}}. Whoever
        compares peaks has compared what only larger batches reach.]]},

    q.choice{id = "news", seed = "S001-18",
      ask = [[A table in the news puts bf16 of {{= n(hw.gaudi3.bf16/1e12)}} TFLOP/s for Gaudi 3 beside
        {{= n(f.news/1e12)}} for an H100. What is wrong?]],
      options = {"the H100's is a figure for FP8", "the H100's is counted with 2:4 sparsity, the other one is dense",
                 "nothing: both are from data sheets"},
      answer = 2,
      wrong = {{value = 1, hint = "FP8, dense, happens to be the same number. Which line of the data sheet says bf16?"},
               {value = 3, hint = "Each vendor's sheet is right. Read the footnote."}},
      worked = [[Dense, an H100 has {{= n(hw.h100.bf16/1e12, 0)}}. The same page makes a chip "slightly slower" that is
        nearly twice as fast on paper.]]},
  },
}
