return card {
  seeds = {"S003-CARD"}, readings = {{"paper"}}, sources = {"A talk"},
  facts = function(hw) return {twice = 2*hw.toy.bf16/hw.toy.bw} end,
  questions = {
    q.num{id = "twice", unit = "FLOP/B", ask = "Twice the ridge, {{= p.k}} times?", vary = {k = {2, 3}},
      answer = function(f, p) return f.twice*p.k end,
      wrong = {{value = function(f, p) return f.twice end, hint = "once only"}},
      worked = "{{= n(f.twice*p.k)}}"},
    q.choice{id = "pick", ask = "Which?", options = {"this", "that"}, answer = 2,
      wrong = {{value = 1, hint = "not this"}}, worked = "that"},
    q.sketch{id = "draw", ask = "Draw the toy; {{= p.ai}} FLOP/B?", vary = {ai = {10, 200}},
      answer = function(f, p, hw) return {bw = hw.toy.bw, peak = hw.toy.bf16, at = p.ai} end, worked = "so"},
  },
}
