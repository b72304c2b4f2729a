return card {
  seeds = {"S002-3"},
  readings = {{"roofline09"}},
  facts = function(hw)
    return {sides = {1024, 4096, 16384}}
  end,
  questions = {
    q.num{id = "attainable", unit = "TFLOP/s", rtol = .02, seed = "S002-3",
      ask = [[A bf16 kernel does {{= p.ai}} FLOP per byte. What is the most that it can reach on
        {{= hw[p.card].name}}, by its data sheet ({{= si(hw[p.card].bf16,"FLOP/s")}},
        {{= si(hw[p.card].bw,"B/s")}})?]],
      vary = {ai = {16, 60, 100}, card = {"a100", "h100", "h200"}},
      answer = function(f, p, hw) return math.min(hw[p.card].bf16, hw[p.card].bw*p.ai)/1e12 end,
      wrong = {{value = function(f, p, hw) return hw[p.card].bf16/1e12 end,
                hint = "That is the roof. On which side of the ridge does this kernel stand?"}},
      worked = [[The ridge lies at {{= n(hw[p.card].ridge,0)}}, so this is the slope:
        {{= si(hw[p.card].bw,"B/s")}} · {{= p.ai}} = {{= si(hw[p.card].bw*p.ai,"FLOP/s")}}.]]},

    q.num{id = "gemm", unit = "FLOP/B", rtol = .01,
      ask = [[A square bf16 matrix product of side {{= p.n}}, each of the three matrices moved once.
        Its intensity?]],
      vary = {n = {1024, 2048, 8192}},
      answer = function(f, p) return 2*p.n^3/(3*p.n^2*2) end,
      wrong = {{value = function(f, p) return p.n^3/(3*p.n^2*2) end,
                hint = "A multiply-add is two FLOP."},
               {value = function(f, p) return 2*p.n^3/(3*p.n^2) end,
                hint = "An element of bf16 is two bytes."}},
      worked = [[2n³ FLOP over 3n² elements of 2 bytes: n/3 = {{= n(p.n/3,0)}}.]]},

    q.choice{id = "moves", seed = "S002-3",
      ask = [[A kernel stands on the slope, close to the line. Which change can make it faster?]],
      options = {"tensor cores", "a smaller data type", "more threads", "a higher clock of the arithmetic"},
      answer = 2,
      wrong = {{value = 1, hint = "They raise the roof. It isn't near the roof."},
               {value = 3, hint = "It is close to the line: the memory is busy already."},
               {value = 4, hint = "That raises the roof too."}},
      worked = [[On the slope only fewer bytes help, or a faster memory. A smaller type halves the
        bytes and so doubles the intensity.]]},

    q.choice{id = "third",
      ask = [[A kernel of a few microseconds reaches a tenth of both ceilings. What is the first
        suspect?]],
      options = {"bytes moved twice", "its launch and the latency of its first loads", "the data type",
                 "a divergent warp"},
      answer = 2,
      wrong = {{value = 1, hint = "Then the memory would be near its ceiling, moving the bytes twice."},
               {value = 3, hint = "The type moves both ceilings; it stays far below either."},
               {value = 4, hint = "Possible, but first look at what a kernel of this length costs before it works."}},
      worked = [[The picture hides a third regime: too small to fill the machine, it waits rather than
        works. Batch it or fuse it.]]},
  },
}
