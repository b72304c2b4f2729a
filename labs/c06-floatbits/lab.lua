-- c06-floatbits: codecs of fp32, tf32, fp16, bf16, E5M2, E4M3, E2M1 and of any other small float.

local IEEE, ONE_NAN, NONE = 0, 1, 2
local STAGES = {bronze = .35, silver = .65, gold = .90}
local ENCODE = {"encode_rne", "encode_rz", "encode_sr"}
local ALL = {"decode", "ulp", "next", "encode_rne", "encode_rz", "encode_sr"}
local TRACED, STREAM, TRIPLES = 16384, 131072, 30000

-- A case about one format. codes, xs: how many codes and numbers; of a format of up to 16 bits these
-- are all codes, and all numbers, all middles and what lies a hair beside the middles.
local function form(id, E, M, special, codes, xs, more)
  local c = {id = id, E = E, M = M, special = special, sat = 0, codes = codes, xs = xs, calls = ALL}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

local function format_args(...)
  return {i32"E", i32"M", i32"special", i32"sat", ...}
end

-- What follows from E, M and the meaning of the top exponent.
local function derive(E, M, special, bits)
  local t = {E = E, M = M, bits = bits or 1 + E + M, bias = 2^(E - 1) - 1, u = 2.0^-(M + 1)}
  local top = 2^E - 1 - t.bias -- exponent of the highest binade
  t.max = special == IEEE and (2 - 2.0^-M)*2.0^(top - 1)
      or (2 - (special == ONE_NAN and 2 or 1)*2.0^-M)*2.0^top
  t.min = 2.0^(1 - t.bias)
  t.sub = 2.0^(1 - t.bias - M)
  t.finite = special == IEEE and 2*(2^E - 1)*2^M or 2^(1 + E + M) - (special == ONE_NAN and 2 or 0)
  t.integers = 2^(M + 1)
  t.decades = math.log(t.max, 10) - math.log(t.sub, 10)
  t.digits = M*math.log(2, 10)
  t.top_step = 2.0^(math.floor(math.log(t.max, 2)) - M)
  return t
end

-- Exponent and mantissa field of a normal x > 0, to nearest even.
local function fields(t, x)
  local e = math.floor(math.log(x, 2))
  local q = x/2.0^(e - t.M)
  local k = math.floor(q)
  if q - k > .5 or (q - k == .5 and k % 2 == 1) then k = k + 1 end
  if k == 2^(t.M + 1) then k, e = 2^t.M, e + 1 end
  return {math.tointeger(e + t.bias), math.tointeger(k - 2^t.M)}
end

return lab {
  api = 1, rev = 1, id = "c06-floatbits", title = "IEEE-754, bf16, FP8, FP4 codecs",
  kind = "kernel", domain = {"numerics", "quantisation"},
  seeds = {"S001-37", "S003-W31-C1", "S004-MAP-11", "S004-TOP-3", "S004-C09-T02", "S004-C11-T01",
           "S004-C11-T02", "S004-C11-T08", "S004-C11-T09", "S004-C11-EX"},
  hours = {read = 2, lab = 4},
  durable = {"A float is an integer times a power of two; codes sort like values",
             "Round once, by what is cut off; range and step are bought from the same bits",
             "Where updates are below half a step, only chance or more bits keep them"},
  ephemeral = {{"FP8 and FP4 formats of accelerators, their overflow rules", as_of = "2026-11"},
               {"Throughputs of this lab's example machine", as_of = "2026-11"}},
  readings = {
    {"goldberg91", hours = 1.2, look_for = [[sections 1 and 2: the proof sketch of why one guard
      digit is enough, and what rounding to even is for]]},
    {"fp8formats", hours = .8, look_for = [[table 1: the two formats' special values side by side;
      and which tensors get which format, and why]]},
  },

  lang = "c", backends = {"cpu"},
  edit = {"floatbits.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c"},
  limits = {wall_s = 10, mem_MiB = 512, threads = 1},

  buffers = {
    codes = {dtype = "u32", shape = {"codes"}, dist = gen.custom"codes"},
    value = {dtype = "f64", shape = {"codes"}},
    above = {dtype = "u32", shape = {"codes"}},
    below = {dtype = "u32", shape = {"codes"}},
    xs = {dtype = "f64", shape = {"xs"}, dist = gen.custom"xs"},
    rnd = {dtype = "u32", shape = {"xs"}, dist = gen.custom"rnd",
           note = "often the least that rounds up, or the most that does not"},
    got = {dtype = "u32", shape = {"xs"}},
    abc = {dtype = "u32", shape = {"n", "3"}, dist = gen.custom"abc"},
    fused = {dtype = "u32", shape = {"n"}},
    x = {dtype = "f32", shape = {"N"}, dist = gen.custom"floats"},
    dice = {dtype = "u32", shape = {"N"}, dist = gen.custom"dice"},
    y = {dtype = "u8", shape = {"N"}},
    h = {dtype = "u16", shape = {"N"}},
  },

  calls = {
    decode = call{harness = true, asks = {fn = "fb_decode"}, args = format_args(input"codes", output"value"),
                  verify = "decode", title = "code to value"},
    ulp = call{harness = true, asks = {fn = "fb_ulp"}, args = format_args(input"codes", output"value"),
               verify = "ulp", title = "step at a code"},
    next = call{harness = true, asks = {fn = "fb_next"}, args = format_args(input"codes", output"above", output"below"),
                verify = "next", title = "neighbours of a code"},
    encode_rne = call{harness = true, asks = {fn = "fb_encode"}, args = format_args(input"xs", input"rnd", output"got"),
                      verify = "rne", title = "value to code, to nearest even"},
    encode_rz = call{harness = true, asks = {fn = "fb_encode"}, args = format_args(input"xs", input"rnd", output"got"),
                     verify = "rz", title = "value to code, towards zero"},
    encode_sr = call{harness = true, asks = {fn = "fb_encode"}, args = format_args(input"xs", input"rnd", output"got"),
                     verify = "sr", title = "value to code, stochastically"},
    fma32 = call{harness = true, asks = {fn = "fb_fma32"}, args = {input"abc", output"fused"}, verify = "fma",
                 title = "a*b + c, rounded once"},
    fb_e4m3_n = call{args = {i64"N", input"x", output"y"}, oracle = "e4m3", tol = tol.exact,
                     title = "many floats to E4M3"},
    fb_bf16_sr_n = call{args = {i64"N", input"x", input"dice", output"h"}, oracle = "bf16_sr",
                        tol = tol.exact, title = "many floats to bf16, stochastically"},
  },

  cases = {
    form("e2m1", 2, 1, NONE, 16, 200, {tags = {"edge"}, note = "sixteen codes, no infinity, no NaN"}),
    form("e4m3", 4, 3, ONE_NAN, 256, 1200, {tags = {"edge"}, note = "beyond 464 it is a NaN"}),
    form("e5m2", 5, 2, IEEE, 256, 1200, {tags = {"edge"}}),
    form("e4m3-sat", 4, 3, ONE_NAN, 256, 1200, {sat = 1, calls = ENCODE, tags = {"edge"}}),
    form("e5m2-sat", 5, 2, IEEE, 256, 1200, {sat = 1, calls = ENCODE, tags = {"edge"}}),
    form("e3m2", 3, 2, NONE, 64, 600, {tags = {"edge"}}),
    form("fp16", 5, 10, IEEE, 65536, 127100),
    form("bf16", 8, 7, IEEE, 65536, 130700),
    form("tf32", 8, 10, IEEE, 20000, 20000),
    form("fp32", 8, 23, IEEE, 20000, 20000),
    form("hidden", gen.pick{3, 5, 6}, gen.pick{1, 2, 4, 5, 9}, gen.pick{IEEE, ONE_NAN, NONE}, 32768,
         20000, {hidden = true, sat = gen.pick{0, 1}}),
    {id = "triples", n = TRIPLES, calls = {"fma32"}},
    {id = "hidden-triples", hidden = true, n = gen.pick{700, 1900}, calls = {"fma32"}},
    {id = "none", N = 0, wide = 0, calls = {"fb_e4m3_n", "fb_bf16_sr_n"}, tags = {"edge"}},
    {id = "seventeen", N = 17, wide = 0, calls = {"fb_e4m3_n", "fb_bf16_sr_n"}, tags = {"edge"}},
    {id = "many", N = 6007, wide = 0, calls = {"fb_e4m3_n"}},
    {id = "any-floats", N = 6007, wide = 1, calls = {"fb_e4m3_n", "fb_bf16_sr_n"}},
    {id = "hidden-floats", hidden = true, N = gen.pick{1001, 4003}, wide = gen.pick{0, 1},
     calls = {"fb_e4m3_n", "fb_bf16_sr_n"}},
    {id = "traced", N = TRACED, wide = 0, calls = {"fb_e4m3_n", "fb_bf16_sr_n"}, tags = {"gate"}},
    {id = "stream", N = STREAM, wide = 0, calls = {"fb_e4m3_n"}, tags = {"bench"}},
  },

  gates = {
    gate{id = "no-table", call = "fb_e4m3_n", case = "traced", counter = "c_loads", op = "<=",
         value = "N + 64", on = "cpu",
         why = "a float is loaded once, and no table is looked at: look-ups don't become vectors"},
    gate{id = "one-store", call = "fb_e4m3_n", case = "traced", counter = "c_stores", op = "<=",
         value = "N + 64", on = "cpu", why = "and its code is stored once"},
    gate{id = "sr-loads", call = "fb_bf16_sr_n", case = "traced", counter = "c_loads", op = "<=",
         value = "2*N + 64", on = "cpu",
         why = "a float and its random bits: nothing else decides"},
  },

  bench = {
    bench{id = "encode", call = "fb_e4m3_n", case = "stream", clock = "cpu", stages = STAGES,
          bytes = "5*N", title = "floats to E4M3",
          why = "magnitudes from below the smallest subnormal to above the largest number"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "1", answer = "f.ops", rtol = .5,
            ask = [[One float to E4M3 with shifts, additions, minima and selections: about how many
              integer operations?]],
            worked = "The reference's take {{= f.ops}}, counted in the source."},
    predict{id = "bytes", axis = "bytes", unit = "MB", answer = "5*f.n/1e6",
            ask = "Bytes that {{= n(f.n)}} of them move, float in and code out?",
            worked = "4 + 1 bytes each."},
    predict{id = "intensity", axis = "intensity", unit = "1", answer = "f.ops/5", rtol = .5,
            ask = "So how many operations for each byte?",
            worked = [[Far too many for a scalar loop to keep a memory busy, and about right for 16
              lanes.]]},
    predict{id = "parallelism", axis = "parallelism", unit = "1", answer = "512/32", rtol = .01,
            ask = "How many of these conversions does one 512-bit instruction work on?",
            worked = "Everything happens in 32-bit lanes until the last step."},
    predict{id = "failure", axis = "failure",
            choices = {"a branch on subnormal or normal", "the saturation at 448", "the sign"},
            answer = "a branch on subnormal or normal",
            ask = [[Which of these costs a straightforward loop most on random magnitudes?]]},
  },

  facts = function(hw)
    local f = {n = STREAM, triples = TRIPLES, ops = 25, bronze = STAGES.bronze, silver = STAGES.silver,
               gold = STAGES.gold, traced = TRACED}
    f.fp64 = derive(11, 52, IEEE)
    f.fp32 = derive(8, 23, IEEE)
    f.tf32 = derive(8, 10, IEEE)
    f.fp16 = derive(5, 10, IEEE)
    f.bf16 = derive(8, 7, IEEE)
    f.e5m2 = derive(5, 2, IEEE)
    f.e4m3 = derive(4, 3, ONE_NAN)
    f.e2m1 = derive(2, 1, NONE)
    f.five = {}
    for _, M in ipairs{4, 5, 6, 8} do f.five[M] = derive(5, M, IEEE) end
    f.fields = fields
    f.g = function(x) return ("%.4g"):format(x) end
    f.hex = function(t, x)
      local at = fields(t, x)
      return ("0x%x"):format(math.tointeger(at[1]*2^t.M) + at[2])
    end
    -- what a naive reading of E4M3, with an IEEE top exponent, would give
    f.e4m3_ieee = derive(4, 3, IEEE)
    -- probability that 1 + d goes up in a format with step s at 1
    f.p_up = function(d, t) return d/2.0^-t.M end
    f.bw = hw.h200.bw + 0.0 -- + 0.0: whole figures this large would be integers to Lua
    f.peak = {bf16 = hw.h200.bf16 + 0.0, fp8 = hw.h200.fp8 + 0.0, fp32 = hw.h200.fp32 + 0.0}
    f.meas = {bf16 = hw.h200_m.bf16 + 0.0, fp8 = hw.h200_m.fp8 + 0.0, tf32 = hw.h200_m.tf32 + 0.0,
              fp32 = hw.h200_m.fp32 + 0.0}
    f.fp4 = hw.b200.fp4 + 0.0
    f.lr, f.steps = .001, 500
    f.params = 70e9
    -- Measured 2026-11 on one core of a virtual machine with an AMD EPYC (AVX-512), gcc 12.2 -O3,
    -- thread CPU clock, best of 200 runs over 131072 floats: nanoseconds for one float.
    f.ns = {naive = 35.6, each = 9.8, avx2 = .45, avx512 = .25, adder = .16}
    return f
  end,

  questions = {
    q.table{id = "fields", unit = "1", rtol = 1e-6, seed = "S004-C11-T02",
      ask = [[1/{{= p.d}} rounded to nearest: what stands in the exponent field and in the mantissa
        field, as decimal numbers?]],
      vary = {d = {3, 5, 7}},
      rows = {"fp16", "bf16"}, columns = {"exponent field", "mantissa field"},
      answer = function(f, p) return {f.fields(f.fp16, 1/p.d), f.fields(f.bf16, 1/p.d)} end,
      hint = [[Write it as 1.something times a power of two; add the bias; multiply the something by
        2^M and round.]],
      worked = [[1/{{= p.d}} lies in the binade of 2^{{= math.floor(log2(1/p.d))}}. fp16:
        {{= f.fields(f.fp16, 1/p.d)[1]}} and {{= f.fields(f.fp16, 1/p.d)[2]}}; bf16:
        {{= f.fields(f.bf16, 1/p.d)[1]}} and {{= f.fields(f.bf16, 1/p.d)[2]}}. The codes are
        {{= f.hex(f.fp16, 1/p.d)}} and {{= f.hex(f.bf16, 1/p.d)}}.]]},
    q.table{id = "finite", unit = "1", rtol = 1e-6, seed = "S003-W31-C1",
      ask = "How many codes stand for a finite number, both zeros counted?",
      rows = {"E4M3", "E5M{{= p.M }}, as IEEE has it", "E2M1"}, columns = {"codes"},
      vary = {M = {4, 5, 6, 8}},
      answer = function(f, p) return {{f.e4m3.finite}, {f.five[p.M].finite}, {f.e2m1.finite}} end,
      hint = "A format as IEEE has it gives up the whole top exponent. E4M3 gives up one mantissa there, in each sign.",
      worked = [[E4M3: 256 - 2 NaN = {{= n(f.e4m3.finite)}}. E5M{{= p.M }}: 2 · 31 exponents · {{= n(2^p.M) }} mantissas
        = {{= n(f.five[p.M].finite)}}. E2M1: all {{= n(f.e2m1.finite)}}.]]},
    q.table{id = "largest", unit = "1", rtol = 1e-6, seed = "S003-W31-C1",
      ask = "The largest finite number of each?",
      rows = {"E4M3", "E5M{{= p.M }}, as IEEE has it", "fp16"}, columns = {"largest"},
      vary = {M = {4, 5, 6, 8}},
      answer = function(f, p) return {{f.e4m3.max}, {f.five[p.M].max}, {f.fp16.max}} end,
      hint = "(2 - 2^-M) times the highest power of two, except where the last code is a NaN.",
      worked = [[E4M3: 1.75 · 2^8 = {{= n(f.e4m3.max)}} (an IEEE reading would stop at
        {{= n(f.e4m3_ieee.max)}}). E5M{{= p.M }}: (2 - 2^-{{= p.M }}) · 2^15 =
        {{= n(f.five[p.M].max)}}. fp16: {{= n(f.fp16.max)}}. Bits of mantissa hardly move the largest number;
        bits of exponent do.]]},
    q.num{id = "integers", unit = "1", rtol = 1e-9, seed = "S004-C11-T01",
      ask = [[Up to which number are *all* integers exact in {{= p.name}}?]],
      vary = {name = {"fp16", "tf32", "e4m3", "e5m2"}},
      answer = function(f, p) return f[p.name].integers end,
      wrong = {{value = function(f, p) return f[p.name].integers - 1 end,
                hint = "The next one, a power of two, is exact as well. And the one after that?"},
               {value = function(f, p) return f[p.name].integers/2 end,
                hint = "The leading 1 is not stored, but it counts."}},
      worked = [[M + 1 = {{= f[p.name].M + 1}} bits: 2^{{= f[p.name].M + 1}} =
        {{= n(f[p.name].integers)}}. The next integer lies in the middle between two numbers. A
        counter in fp32 that is raised by 1 stands still at {{= n(f.fp32.integers)}}.]]},
    q.num{id = "overflow", unit = "1", rtol = 1e-7, seed = "S004-C11-T01",
      ask = [[A format like IEEE's has 5 exponent bits and {{= p.M}} mantissa bits. To nearest: the smallest
        positive number that becomes an infinity?]],
      vary = {M = {4, 5, 6, 8}},
      answer = function(f, p) return f.five[p.M].max + f.five[p.M].top_step/2 end,
      wrong = {{value = function(f, p) return f.five[p.M].max end, hint = "That one is still a number."},
               {value = function(f, p) return f.five[p.M].max + f.five[p.M].top_step end,
                hint = "Rounding comes first. What is in the middle?"},
               {value = function(f, p) return f.fp16.max + f.fp16.top_step/2 end,
                hint = "That is fp16, with 10 mantissa bits."}},
      worked = [[The largest number is {{= n(f.five[p.M].max)}}, and the step up there
        {{= n(f.five[p.M].top_step)}}. Its code is odd, so the middle,
        {{= n(f.five[p.M].max + f.five[p.M].top_step/2)}}, goes up.]]},
    q.num{id = "overflow-e4m3", unit = "1", rtol = 1e-7, seed = "S003-W31-C1",
      ask = [[Now E4M3 without saturation, and a tensor that is divided by {{= p.s}} before: which is the largest of
        its numbers that still becomes {{= n(f.e4m3.max)}}?]],
      vary = {s = {2, 4, 8, 16}},
      answer = function(f, p) return p.s*(f.e4m3.max + f.e4m3.top_step/2) end,
      wrong = {{value = function(f, p) return p.s*f.e4m3.max end, hint = "Numbers above it round down."},
               {value = function(f, p) return p.s*(f.e4m3.max + f.e4m3.top_step) end,
                hint = "That is where the next number would be. Where is the middle?"},
               {value = function(f) return f.e4m3.max + f.e4m3.top_step/2 end,
                hint = "That is what arrives. What was it before the division?"}},
      worked = [[The step is {{= n(f.e4m3.top_step)}}; {{= n(f.e4m3.max)}} has code 0x7e, even, so
        here the middle, {{= n(f.e4m3.max + f.e4m3.top_step/2)}}, stays, and everything above is a NaN. Times
        {{= p.s}}: {{= n(p.s*(f.e4m3.max + f.e4m3.top_step/2))}}.]]},
    q.num{id = "sr", unit = "1", rtol = .002, seed = "S004-C11-T09",
      ask = [[1 + {{= p.d}} is rounded stochastically to bf16. With which probability does it go
        up?]],
      vary = {d = {.002, .003, .005}},
      answer = function(f, p) return f.p_up(p.d, f.bf16) end,
      wrong = {{value = function(f, p) return f.p_up(p.d, f.fp16) end, hint = "That is fp16."},
               {value = function(f, p) return f.p_up(p.d, f.bf16)/2 end,
                hint = "bf16 stores 7 bits: its step at 1 is 2^-7."},
               {value = function(f, p) return 1 - f.p_up(p.d, f.bf16) end,
                hint = "That is the probability of staying."}},
      worked = [[{{= p.d}} / 2^-7 = {{= n(f.p_up(p.d, f.bf16), 4)}}.]]},
    q.num{id = "walk", unit = "1", rtol = .002, seed = "S004-C11-T09",
      ask = [[A bf16 weight is 1. It gets {{= p.n}} updates of +0.001, each rounded to bf16
        stochastically. What is its expected value?]],
      vary = {n = {200, 350, 800}},
      answer = function(_, p) return 1 + p.n*.001 end,
      wrong = {{value = function() return 1 end,
                hint = "That is rounding to nearest: every update is less than half a step."},
               {value = function(_, p) return 1 + p.n*2.0^-7 end,
                hint = "A step of 2^-7 each time? Most updates do not go up."}},
      worked = [[Each update goes up by a step of 2^-7 with probability {{= n(f.p_up(.001, f.bf16),
        3)}}: 0.001 on average. {{= n(1 + p.n*.001, 1)}}. To nearest it would be 1 for ever.]]},
    q.num{id = "twice", unit = "1", rtol = 1e-6, seed = "S004-C11-T01",
      ask = [[x = 1 + {{= p.j}}·2^-4 + 2^-12 is rounded to fp16 and the result to E4M3, both to nearest even.
        What comes out?]],
      vary = {j = {5, 9, 13}},
      answer = function(_, p) return 1 + (p.j - 1)/16 end,
      wrong = {{value = function(_, p) return 1 + (p.j + 1)/16 end,
                hint = "That is x rounded once. What does fp16 keep of 2^-12?"},
               {value = function(_, p) return 1 + p.j/16 end, hint = "E4M3 has steps of 1/8 there."}},
      worked = [[fp16 has steps of 2^-10 there: 2^-12 goes, {{= n(1 + p.j/16, 4)}} is left. That is the middle
        between {{= n(1 + (p.j - 1)/16, 3)}} and {{= n(1 + (p.j + 1)/16, 3)}} in E4M3, and the even one is
        {{= n(1 + (p.j - 1)/16, 3)}}. Rounded once, x is above the middle: {{= n(1 + (p.j + 1)/16, 3)}}.]]},
    q.num{id = "smallest", unit = "1", rtol = .001, seed = "S004-C11-T02",
      ask = [[By which factor does gradual underflow extend the range of {{= p.name}} downwards
        (smallest normal over smallest subnormal)?]],
      vary = {name = {"fp16", "e4m3", "e5m2"}},
      answer = function(f, p) return f[p.name].min/f[p.name].sub end,
      wrong = {{value = function(f, p) return 2*f[p.name].min/f[p.name].sub end,
                hint = "M bits, not M + 1: a subnormal has no leading 1."},
               {value = function(f, p) return f[p.name].M end,
                hint = "So many places lie below the smallest normal. What factor is that?"}},
      worked = [[2^M = {{= n(f[p.name].min/f[p.name].sub)}}. In a format of few bits that is
        worth having: flushing them throws away {{= n(2*(2^f[p.name].M - 1))}} of
        {{= n(f[p.name].finite)}} codes.]]},
    q.multi{id = "bf16-range", seed = "S001-37",
      ask = "Finite numbers of which formats become bf16 to nearest without ever overflowing?",
      options = {"tf32", "fp16", "E5M2", "fp32"}, answer = {2, 3},
      worked = [[fp16 and E5M2 end at {{= n(f.fp16.max)}} and {{= n(f.e5m2.max)}}. tf32 and fp32 have
        bf16's exponents but more mantissa: their largest numbers lie above bf16's, by more than
        half a step, and round to infinity.]]},
    q.choice{id = "tf32", seed = "S004-C11-T08",
      ask = [[A matrix product "in TF32" on fp32 data. What is saved?]],
      options = {"half of the bytes in memory", "the multipliers' width: inputs have 11 significant bits",
                 "the accumulator's width"}, answer = 2,
      worked = [[TF32 lies in 32 bits and is read as 32 bits; the tensor core looks at 19 of them and
        adds up in fp32. Bytes stay, multipliers shrink.]]},
    q.choice{id = "fused", seed = "S004-C11-T01",
      ask = [[x*x - y*y is written as fma(x, x, -(y*y)) by a compiler. What can happen for x = y?]],
      options = {"nothing, it is exactly 0", "it is the rounding error of y*y, not 0",
                 "it overflows"}, answer = 2,
      worked = [[The first square is exact, the second was rounded: what is left is the difference.
        One rounding less is more accurate and less symmetric.]]},
    q.num{id = "convert", unit = "us", rtol = .01, seed = "S001-37",
      ask = [[A {{= n(p.n)}} × {{= n(p.n)}} tensor is converted from bf16 to E4M3 on an H200. The
        least time, by its {{= si(f.bw, "B/s")}}?]],
      vary = {n = {4096, 8192, 16384}},
      answer = function(f, p) return 3*p.n^2/f.bw*1e6 end,
      wrong = {{value = function(f, p) return 2*p.n^2/f.bw*1e6 end, hint = "And writing it?"},
               {value = function(f, p) return 5*p.n^2/f.bw*1e6 end, hint = "bf16 has two bytes."}},
      worked = [[2 B in, 1 B out: {{= n(3*p.n^2)}} B / {{= si(f.bw, "B/s")}} =
        {{= n(3*p.n^2/f.bw*1e6, 1)}} µs. That is why conversions are fused into their neighbours.]]},
    q.order{id = "steps", seed = "S004-C11-T01",
      ask = "The steps of an encoder, in order.",
      items = {"Infinity and NaN are answered",
               "The place of the last bit kept: M below the leading bit, or the subnormals' place",
               "Cut there; compare what was cut with a half", "Add one or not, carry included",
               "Compare with the largest finite code"},
      hint = "Overflow is a property of the rounded number."},
    q.text{id = "which", min_words = 50, seed = "S003-W31-C1",
      ask = [[Somebody writes that E4M3 is the format for range and E5M2 the one for precision.
        Correct it, and say which tensors of a training step get which format, and why.]],
      rubric = {"E4M3 has three mantissa bits and ends at 448: precision; E5M2 has two and 57,344: range",
                "weights and activations are scaled and need resolution: E4M3",
                "gradients spread over many binades: E5M2",
                "a scale per tensor or block puts the values into the range; saturation catches the rest"}},
  },

  hints = {
    {on = "build", match = {"attempt to use poisoned"},
     [[The compiler says which line. "attempt to use poisoned" means that the name is a
      short cut around the exercise: powers of two are doubles with an empty mantissa, so put the
      exponent into bits 52 to 62.]]},
    {on = "sanitize", [[Shifts: by 32 or more, by a negative number, or of a negative number. Far
      below the subnormals there are more bits to drop than a word has.]]},
    {on = "gate:no-table", [[More than one load for each float: a table, or a format read from
      memory again and again. Everything about E4M3 is a constant.]]},
    {on = "gate:sr-loads", "One float, one random word. No branch needs to load anything else."},
    {on = "bench:encode", [[Ask the compiler: gcc -O3 -march=native -fopt-info-vec-missed. "control
      flow in loop" is a branch, or a float addition that it does not want to speculate; "no
      vectype" went away when the conversion returned 32 bits and the store cut them to 8.]]},
    {on = "call:decode", [[Take the code in the message apart by hand: s, e, m. If e is 0 there is no
      leading 1, and the exponent is 1 - bias, not -bias. All-ones exponents mean something else
      with FB_IEEE only; E4M3's is an ordinary one except for mantissa 7.]]},
    {on = "call:ulp", [[In the subnormals the step is that of the smallest normal numbers, not a
      smaller one. For infinity and NaN it is NaN.]]},
    {on = "call:next", [[Magnitudes are ordered as their codes are: up from a positive number is
      + 1, from a negative one - 1. Zero is the one place where the sign changes.]]},
    {on = "call:encode_rne", [[Write the number in the message in binary, mark the place of the last
      bit kept, look at what is to the right of it: less than half, half, more? Did something round
      it before you did? Too large is decided after rounding: E4M3 goes to NaN above 464, E2M1 stays
      at 6, and there a NaN is +6 too.]]},
    {on = "call:encode_rz", [[Towards zero never adds one, and never gives an infinity for a finite
      number: at most the largest finite one.]]},
    {on = "call:encode_sr", [[T is the cut-off part as a fraction of a step, in 32 bits. Scale it to
      32 bits whether more or fewer were cut, then T + rnd in 64 bits.]]},
    {on = "call:fma32", [[The message has the three codes. Is it a tie that something tiny should
      have broken? Is the result subnormal? Did a double round it before you did?]]},
    {on = "case:many", [[fb_e4m3_n is fb_encode with sat = 1, to nearest: compare the two on the
      float in question, the subnormals below 2^-6 first.]]},
    {on = "case:any-floats", [[Any bits may come, NaNs among them: one must not saturate to 448, nor
      be cut to an infinity, nor be carried into a zero.]]},
    {on = "call:fb_bf16_sr_n", [[Add the upper 16 bits of rnd to the float's bits, keep the upper
      16.]]},
    {after = 3, [[Begin with E2M1: its sixteen values are 0, 0.5, 1, 1.5, 2, 3, 4, 6 and their
      negatives. Encode and decode them on paper.]]},
  },
}
