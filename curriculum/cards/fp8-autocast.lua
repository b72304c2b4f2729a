return card {
  seeds = {"S003-W31-C2"},
  readings = {{"tefp8"}, {"fp8formats"}},
  sources = {
    "NVIDIA: *Transformer Engine*, common API of release 2.15 (recipes and their defaults); *FP8 Delayed Scaling* " ..
        "(tensor reads per quantisation)",
    "NVIDIA: *Transformer Engine*, source of its PyTorch quantisation (`fp8_autocast` warns that it is deprecated)",
    "One layout on Hopper, and sizes that are multiples of 8 and 16: as we remember the library",
  },
  ephemeral = {{"Names, recipes and defaults of Transformer Engine 2", as_of = "2026-11"}},
  facts = function(hw)
    local f = {e4 = 448, e5 = 57344, hist = 1024, M = 8192, K = 4096, N = 4096, amax = 4, spike = 16, old = 64}
    local flop = 2*f.M*f.K*f.N
    f.t16, f.t8 = flop/hw.h100.bf16, flop/hw.h100.fp8
    f.cast = function(bytes) return bytes*f.M*f.K/hw.h100.bw end
    f.gain = function(bytes) return f.t16/(f.t8 + f.cast(bytes)) end
    f.gain_n = function(N, bytes)
      local t = 2*f.M*f.K*N
      return t/hw.h100.bf16/(t/hw.h100.fp8 + f.cast(bytes))
    end
    f.bits = math.log(f.old/f.amax, 2)
    return f
  end,
  questions = {
    q.num{id = "gain", unit = "x", rtol = .02, seed = "S003-W31-C2",
      ask = [[{{= n(f.M)}} tokens times a matrix of {{= n(f.K)}} × {{= n(p.N)}} on an H100, both products at peak.
        The input's cast moves {{= p.B}} B a value. How many times as fast as bf16 is FP8, cast included?]],
      vary = {N = {1024, 4096, 14336}, B = {3, 5}},
      answer = function(f, p) return f.gain_n(p.N, p.B) end,
      wrong = {{value = function(f, p, hw) return hw.h100.fp8/hw.h100.bf16 end, hint = "And the cast?"}},
      worked = [[{{= us(2*f.M*f.K*p.N/hw.h100.bf16, 0)}} over {{= us(2*f.M*f.K*p.N/hw.h100.fp8, 0)}} +
        {{= us(f.cast(p.B), 0)}}: {{= n(f.gain_n(p.N, p.B), 2)}}.]]},

    q.num{id = "clip", unit = "1", rtol = .01, seed = "S003-W31-C2",
      ask = [[Delayed scaling, E4M3, history's maximum {{= p.a}}, margin 0. This step has a value of {{= p.x}}.
        What does it become after cast and division by the scale?]],
      vary = {a = {2, 4, 8}, x = {20, 50}},
      answer = function(f, p) return p.a end,
      wrong = {{value = function(f, p) return p.x end, hint = "Where does the format end, with that scale?"},
               {value = function(f, p) return f.e4 end, hint = "Before the division."}},
      worked = [[The scale is {{= f.e4}}/{{= p.a}}; {{= p.x}} times that saturates at {{= f.e4}}, which is {{= p.a}}
        again.]]},

    q.choice{id = "linear", seed = "S003-W31-C2",
      ask = "A model of `nn.Linear` layers runs inside the region, as fast as before. Why?",
      options = {"the GPU has no FP8", "only the library's own modules look at the region",
                 "the recipe has to warm up"},
      answer = 2,
      wrong = {{value = 1, hint = "Then there would be an error."},
               {value = 3, hint = "A step without history still computes in FP8."}},
      worked = "A context manager sets a flag. Somebody has to read it."},

    q.choice{id = "memory", seed = "S003-W31-C2",
      ask = "Training in FP8 by context manager ran out of memory where bf16 fitted. What grew?",
      options = {"copies of the weights in FP8, one of them transposed", "Adam's moments", "saved activations"},
      answer = 1,
      wrong = {{value = 2, hint = "They have not changed."},
               {value = 3, hint = "They are what became smaller."}},
      worked = "The master copy stays. What is cast is cached beside it."},
  },
}
