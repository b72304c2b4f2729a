return card {
  seeds = {"S003-W10-C2", "S004-C12-T07"},
  readings = {{"pt2"}, {"tcompile"}, {"openxla"}},
  sources = {"PyTorch documentation: *CUDAGraph Trees*"},
  ephemeral = {{"What each mode switches on", as_of = "2026-01"}, {"Which kernels XLA and Inductor emit themselves",
                as_of = "2026-01"}},
  facts = function()
    return {k = 720, c = 5, short = 3, long = 60}
  end,
  questions = {
    q.num{id = "replay", unit = "x", rtol = .01, seed = "S003-W10-C2",
      ask = [[A step has {{= f.k}} kernels of {{= p.g}} µs; the host needs {{= f.c}} µs to launch one. Replayed as a
        graph the kernels follow each other without a gap. How many times faster is the step?]],
      vary = {g = {2, 4, 20}},
      answer = function(f, p) return math.max(f.c, p.g)/p.g end,
      wrong = {{value = function(f, p) return (f.c + p.g)/p.g end,
                hint = "Host and device work at the same time: the slower one sets the pace, not their sum."}},
      worked = [[Before: {{= f.k}} · {{= n(math.max(f.c,p.g))}} µs, by the slower of the two. After: {{= f.k}} ·
        {{= p.g}} µs.]]},

    q.choice{id = "which", seed = "S003-W10-C2",
      ask = "Decoding at batch 1; the trace shows short kernels with gaps between them. Which mode first?",
      options = {"max-autotune: better products", "reduce-overhead: fewer launches", "none: it is bound by bytes"},
      answer = 2,
      wrong = {{value = 1, hint = "The kernels are short. What fills the time between them?"},
               {value = 3, hint = "In a gap nothing is read. Bytes bind only while a kernel runs."}},
      worked = "Gaps are the host's. Recording the launches removes them."},

    q.num{id = "tune", unit = "1", rtol = .01, seed = "S003-W10-C2",
      ask = [[Tuning took {{= p.s}} s and made a step of {{= p.ms}} ms {{= p.gain}} % shorter. After how many steps has
        it paid?]],
      vary = {s = {60, 180, 300}, ms = {20, 40}, gain = {5, 10}},
      answer = function(f, p) return p.s/(p.ms*1e-3*p.gain/100) end,
      wrong = {{value = function(f, p) return p.s/(p.ms*1e-3) end,
                hint = "Only the part that is saved pays."}},
      worked = [[{{= n(p.ms*p.gain/100,1)}} ms a step: {{= n(p.s/(p.ms*1e-3*p.gain/100),0)}} steps. For a training run
        that is nothing; for a test it is all.]]},

    q.choice{id = "who", seed = "S004-C12-T07",
      ask = "Two pointwise operations ended up in two Triton kernels. Who decided that?",
      options = {"Triton's compiler", "Inductor, or a graph break above it", "the GPU's scheduler"},
      answer = 2,
      wrong = {{value = 1, hint = "It is given one kernel at a time."},
               {value = 3, hint = "By then both kernels exist."}},
      worked = "Boundaries between kernels are drawn before Triton sees any source."},
  },
}
