return card {
  seeds = {"S001-11"},
  sources = {
    "Duarte et al.: *Fast inference of deep neural networks in FPGAs for particle physics*, 2018",
    "AMD: *UltraScale+ FPGA product selection guide* (XMP103); WP486, *Deep Learning with INT8 Optimization*",
  },
  ephemeral = {{"Sizes of UltraScale+ parts, and what Vitis AI compiles for", as_of = "2026-11"}},
  facts = function(hw)
    local hz = 250e6 -- usual for such designs, and no limit of the part
    return {bunch = 1/40e6, hz = hz, ops = 4*hw.au10p.dsps*hz, fp32 = hw.vitis_hls.fadd_dsp + hw.vitis_hls.fmul_dsp,
            sram = hw.au10p.bram36*2*hw.vitis_hls.block/8}
  end,
  questions = {
    q.num{id = "fits", unit = "1", rtol = .02, seed = "S001-11",
      ask = [[The block RAM of an AU10P, {{= n(f.sram/1e3, 0)}} kB, is to hold nothing but weights of
        {{= p.bits}} bits. How many are these?]],
      vary = {bits = {4, 5, 6}},
      answer = function(f, p) return f.sram*8/p.bits end,
      wrong = {{value = function(f) return f.sram end, hint = "A weight has {{= p.bits}} bits here, a byte has 8."},
               {value = function(f, p) return f.sram/p.bits end, hint = "The size is in bytes."}},
      worked = "{{= n(f.sram*8)}} bits over {{= p.bits}}: {{= n(f.sram*8/p.bits, 0)}} weights, no more."},

    q.choice{id = "tail", seed = "S001-11",
      ask = "The requirement says: 99.999 % of all answers within 20 µs. Why is a GPU's mean of 10 µs no answer?",
      options = {"a mean says nothing about the slowest of 100,000", "20 µs are too few for any GPU's arithmetic",
                 "a GPU cannot do int8"},
      answer = 1,
      wrong = {{value = 2, hint = "A small network needs far less than that in arithmetic."},
               {value = 3, hint = "It can, and quickly."}},
      worked = "Launches, copies and neighbours stretch the tail. A circuit has none: its worst case is its mean."},

    q.choice{id = "week", seed = "S001-11",
      ask = [[A recommender is retrained and its layers are changed each week. Its deadline is 50 ms. What speaks
        against an FPGA?]],
      options = {"50 ms are too short", "hours of synthesis for each change, and a deadline that needs none of it",
                 "FPGAs cannot hold embeddings in DRAM"},
      answer = 2,
      wrong = {{value = 1, hint = "For such a chip that is an eternity."},
               {value = 3, hint = "They can; it is not what they are good at."}},
      worked = "What it is best at, nobody asks for here, and what it is worst at happens every week."},
  },
}
