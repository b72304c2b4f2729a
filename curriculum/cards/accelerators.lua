return card {
  seeds = {"S001-25"},
  readings = {{"accelbeyond", hours = 1, look_for = "where weights live, who schedules, how it scales out"}},
  sources = {
    "The cards tpu_v6e, trn2, lpu, wse3, gaudi3, m4max and h100 of Ridge's hardware list, each figure with its source",
    "Abts et al.: *Think Fast: A Tensor Streaming Processor*. ISCA, 2020",
  },
  ephemeral = {{"The figures of all chips", as_of = "2026-11"}},
  facts = function(hw)
    return {w = 16e9, -- 8 billion weights in bf16
            need = function(chip, bytes) return math.ceil(bytes/hw[chip].mem) end,
            rate = function(chip, bytes) return math.ceil(bytes/hw[chip].mem)*hw[chip].bw/bytes end}
  end,
  questions = {
    q.num{id = "chips", unit = "1", rtol = 0, seed = "S001-25",
      ask = [[How many of "{{= hw[p.chip].name}}" hold {{= p.b}} billion weights of one byte, nothing else?]],
      vary = {chip = {"tpu_v6e", "lpu", "wse3", "gaudi3"}, b = {70, 180, 405}},
      answer = function(f, p) return f.need(p.chip, p.b*1e9) end,
      wrong = {{value = function(f, p) return f.need(p.chip, 2*p.b*1e9) end, hint = "One byte, not two."}},
      worked = [[{{= gb(p.b*1e9, 0)}} over {{= si(hw[p.chip].mem, "B")}}, rounded up:
        {{= n(f.need(p.chip, p.b*1e9))}}.]]},

    q.num{id = "rows", unit = "1", rtol = .02, seed = "S001-25",
      ask = [[How many tokens must a batch have before a product with bf16 weights is bound by arithmetic on
        "{{= hw[p.chip].name}}"? Only the weights count as traffic.]],
      vary = {chip = {"tpu_v6e", "trn2", "gaudi3", "lpu"}},
      answer = function(f, p, hw) return hw[p.chip].ridge end,
      wrong = {{value = function(f, p, hw) return hw[p.chip].ridge/2 end,
                hint = "2 FLOP a token for each weight, and the weight has 2 B."}},
      worked = [[One FLOP/B for each token, so the ridge: {{= si(hw[p.chip].bf16, "FLOP/s")}} over
        {{= si(hw[p.chip].bw, "B/s")}}, {{= n(hw[p.chip].ridge, 1)}}.]]},

    q.choice{id = "voice", seed = "S001-25",
      ask = [[A voice assistant for one caller at a time. Its model has {{= p.b}} billion one-byte weights; what counts
        is the time for each token. Power and price do not. Which property decides?]],
      vary = {b = {8, 30}},
      options = {"peak operations a second", "bandwidth of the memory in which all weights fit",
                 "memory of one chip"},
      answer = 2,
      wrong = {{value = 1, hint = "How many operations does one token need for each byte of weights?"},
               {value = 3, hint = "Enough chips have enough memory. What do they do with it?"}},
      worked = "Every token reads every weight once. SRAM machines were built for this sentence."},

    q.choice{id = "laptop", seed = "S001-25",
      ask = [[Weights of {{= p.gb}} GB, one user, a desk, no server. Why may an M4 Max be the right machine although an
        H100 has {{= n(hw.h100.bw/hw.m4max.bw, 1)}} times its bandwidth?]],
      vary = {gb = {90, 110}},
      options = {"its neural engine makes up for it", "the weights fit into one memory of it, and not of an H100",
                 "its memory is nearer"},
      answer = 2,
      wrong = {{value = 1, hint = "The usual runtimes do not even use it (h08)."},
               {value = 3, hint = "It is LPDDR on the package, at the rate that the table gives."}},
      worked = [[{{= p.gb}} GB need two H100s, or a copy over PCIe for each token of what does not fit. Capacity decides
        how many, bandwidth how fast.]]},
  },
}
