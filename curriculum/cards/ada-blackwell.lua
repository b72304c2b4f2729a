return card {
  seeds = {"S004-C01-T10"},
  sources = {
    "NVIDIA: *Ada GPU Architecture* whitepaper; *L40S* datasheet",
    "NVIDIA: *Blackwell Architecture Technical Brief* (HGX B200)",
    "The cards rtx4090, l40s and b200 of Ridge's hardware list, each figure with its kind and date",
  },
  ephemeral = {{"Every figure of a card", as_of = "2026-11"}},
  questions = {
    q.num{id = "fp4", unit = "FLOP/B", rtol = .02, seed = "S004-C01-T10",
      ask = [[A B200 does {{= si(hw.b200[p.t],"FLOP/s")}} in {{= p.t}} and reads its memory at about
        {{= si(hw.b200.bw,"B/s")}}. Where is its ridge for that type?]],
      vary = {t = {"fp4", "fp8"}},
      answer = function(f, p, hw) return hw.b200[p.t]/hw.b200.bw end,
      wrong = {{value = function(f, p, hw) return hw.b200.ridge end,
                hint = "That is the ridge of bf16. Halving the width doubles the roof, not the slope."}},
      worked = [[{{= si(hw.b200[p.t],"FLOP/s")}} / {{= si(hw.b200.bw,"B/s")}} =
        {{= n(hw.b200[p.t]/hw.b200.bw,0)}} FLOP/B.]]},

    q.choice{id = "sisters", seed = "S004-C01-T10",
      ask = [[A bf16 kernel does {{= p.ai}} FLOP per byte. Ridges: RTX 4090 {{= n(hw.rtx4090.ridge,0)}}, L40S
        {{= n(hw.l40s.ridge,0)}}. Where is it bound by what?]],
      vary = {ai = {200, 300, 380}},
      options = {"by memory on both", "by arithmetic on both", "by arithmetic on the 4090, by memory on the L40S",
                 "by memory on the 4090, by arithmetic on the L40S"},
      answer = 3,
      wrong = {{value = 1, hint = "Compare {{= p.ai}} with each ridge."},
               {value = 2, hint = "Compare {{= p.ai}} with each ridge."},
               {value = 4, hint = "Right of a ridge is arithmetic."}},
      worked = "{{= p.ai}} lies right of {{= n(hw.rtx4090.ridge,0)}} and left of {{= n(hw.l40s.ridge,0)}}."},

    q.choice{id = "sure", seed = "S004-C01-T10",
      ask = "Which of these B200 figures is only as reported by device queries?",
      options = {"the bf16 peak", "the number of SMs", "NVLink's bandwidth", "the power"},
      answer = 2,
      wrong = {{value = 1, hint = "The architecture brief prints it."}, {value = 3, hint = "The architecture " ..
          "brief prints it."},
               {value = 4, hint = "The architecture brief prints it."}},
      worked = "No data sheet says how many SMs are enabled. Ridge's card marks the figure as approximate."},
  },
}
