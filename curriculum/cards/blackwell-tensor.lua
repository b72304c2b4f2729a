return card {
  seeds = {"S003-W17-C4"},
  sources = {
    "NVIDIA: *tcgen05 MMA Programming Guide* (CUTLASS documentation); *PTX ISA* 8.6 and later, tcgen05",
    "NVIDIA: *Blackwell Architecture Technical Brief* (HGX B200)",
    "Open Compute Project: *Microscaling Formats (MX) Specification* 1.0",
  },
  ephemeral = {{"The tcgen05 instructions, and every figure of a B200", as_of = "2026-11"}},
  facts = function(hw)
    local f = {lanes = 128, columns = 512, word = 4} -- PTX ISA, tensor memory of an SM
    f.tmem = f.lanes*f.columns*f.word
    f.regs = 4*hw.b200.regs_sm
    f.bits = function(block, scale) return 4 + scale/block end
    return f
  end,
  questions = {
    q.num{id = "columns", unit = "1", rtol = 0, seed = "S003-W17-C4",
      ask = [[A tile of {{= f.lanes}} rows and {{= p.n}} columns is summed in fp32 in tensor memory, and {{= p.s}} such
        tiles are wanted at once, so that one is read while the next is summed. How many columns are that, of
        {{= f.columns}}?]],
      vary = {n = {64, 96, 128, 256}, s = {2}},
      answer = function(f, p) return p.s*p.n end,
      wrong = {{value = function(f, p) return p.s*p.n*4 end, hint = "A column has a 32-bit word in each lane already."},
               {value = function(f, p) return p.n end, hint = "One of them is being read."}},
      worked = "{{= p.s}} · {{= p.n}}. What is allocated is a power of two, 32 at least.",
      },

    q.num{id = "bits", unit = "1", rtol = .002, seed = "S003-W17-C4",
      ask = [[FP4 weights with a scale of 8 bits for each {{= p.b}} of them. How many bits does a weight take?]],
      vary = {b = {16, 32}},
      answer = function(f, p) return f.bits(p.b, 8) end,
      wrong = {{value = function(f, p) return 4 end, hint = "The scale is stored, too."},
               {value = function(f, p) return f.bits(p.b, 16) end, hint = "Eight bits, not sixteen."}},
      worked = "4 + 8/{{= p.b}} = {{= n(f.bits(p.b, 8), 2)}}.",
      },

    q.choice{id = "who", seed = "S003-W17-C4",
      ask = "Who issues a tcgen05.mma?",
      options = {"a warp", "a warpgroup of 128 threads", "one thread, for its block or for two"},
      answer = 3,
      wrong = {{value = 1, hint = "That was mma.sync."}, {value = 2, hint = "That was Hopper's wgmma."}},
      worked = "Nobody's registers take part, so one thread is enough; an mbarrier tells when the sums are there.",
      },
  },
}
