return card {
  seeds = {"S003-W19-C3"},
  readings = {{"ptxla", hours = 1, look_for = "what blocks the recording, and what ends it"}},
  sources = {
    "PyTorch/XLA documentation, release 2.8: *overview*, *advanced topics*, *SPMD user guide*",
  },
  ephemeral = {{"Names of PyTorch/XLA's calls: torch_xla.sync() for mark_step()", as_of = "2026-11"}},
  facts = function()
    local f = {nodes = 3000, trace = 8e-6, compile = 40}
    f.tracing = f.nodes*f.trace
    return f
  end,
  questions = {
    q.num{id = "compiles", unit = "s", rtol = .01, seed = "S003-W19-C3",
      ask = [[Sequences have up to {{= n(p.top)}} tokens, each batch is padded to its own longest one, and the step is
        compiled for each length that comes, {{= p.s}} s each. All lengths come sooner or later. How many seconds of
        compilation does padding to multiples of {{= p.to}} save?]],
      vary = {top = {2048, 4096}, s = {20, 40}, to = {256, 512}},
      answer = function(f, p) return (p.top - p.top//p.to)*p.s end,
      wrong = {{value = function(f, p) return p.top//p.to*p.s end, hint = "That is what remains."}},
      worked = [[{{= n(p.top)}} lengths become {{= n(p.top//p.to)}}: {{= n((p.top - p.top//p.to)*p.s)}} s, for
        {{= n(p.to/2)}} padded tokens a batch on average.]]},

    q.num{id = "hidden", unit = "ms", rtol = .01, seed = "S003-W19-C3",
      ask = [[Recording a step takes {{= p.t}} ms of Python, running it {{= p.r}} ms on the device. Python records step
        k + 1 while step k runs. How long is a step, in the long run, if the loss is printed in each of them, before the
        next is recorded?]],
      vary = {t = {20, 30}, r = {50, 80}},
      answer = function(f, p) return p.t + p.r end,
      wrong = {{value = function(f, p) return math.max(p.t, p.r) end,
                hint = "That is without the print: then the two overlap."}},
      worked = [[The print waits for the device, then Python records while the device waits: {{= p.t}} + {{= p.r}} ms in
        place of {{= math.max(p.t, p.r)}}.]]},

    q.choice{id = "spmd", seed = "S003-W19-C3",
      ask = "With SPMD, a weight is marked as sharded over four devices. Who writes the all-reduce?",
      options = {"you, with xm.all_reduce", "the partitioner, from the annotation", "nobody: none is needed"},
      answer = 2,
      wrong = {{value = 1, hint = "Your program speaks of one large device."},
               {value = 3, hint = "A product over a cut dimension leaves partial sums."}},
      worked = "What few annotations say is propagated to all tensors; collectives follow from where they differ."},
  },
}
