return card {
  seeds = {"S002-5axis", "S002-295"},
  readings = {{"roofline09"}},
  questions = {
    q.num{id = "crossover", unit = "FLOP/B", rtol = .02, seed = "S002-295",
      ask = [[Where is the ridge of {{= hw[p.card].name}} in bf16? Work it out from
        {{= si(hw[p.card].bf16,"FLOP/s")}} and {{= si(hw[p.card].bw,"B/s")}}.]],
      vary = {card = {"h100", "a100", "b200"}},
      answer = function(f, p, hw) return hw[p.card].bf16/hw[p.card].bw end,
      wrong = {{value = function(f, p, hw) return hw[p.card].bf16/hw[p.card].bw/2 end,
                hint = "Both figures stand as they are: FLOP/s over B/s, no factor for the type."}},
      worked = [[{{= si(hw[p.card].bf16,"FLOP/s")}} / {{= si(hw[p.card].bw,"B/s")}} =
        {{= n(hw[p.card].bf16/hw[p.card].bw,0)}} FLOP/B.]]},

    q.choice{id = "flash", seed = "S002-5axis",
      ask = [[FlashAttention computes parts of the softmax twice and is faster. What did it pay, and
        what did it buy?]],
      options = {"bytes for FLOP", "FLOP for bytes", "parallelism for failures", "nothing: it is approximate"},
      answer = 2,
      wrong = {{value = 1, hint = "Which of the two grew? The scores are no longer stored."},
               {value = 3, hint = "Neither changed: it is one kernel on one device."},
               {value = 4, hint = "It is exact, up to rounding."}},
      worked = [[It recomputes, which is more arithmetic, and never writes the scores to memory, which
        is far fewer bytes. That pays as long as the operation was left of the ridge.]]},

    q.num{id = "links", unit = "x", rtol = .02,
      ask = [[An H100 reads its own memory at {{= si(hw.h100.bw,"B/s")}}. How many times slower is
        {{= p.what}}?]],
      vary = {what = {"an NVLink, one way", "a PCIe 5 slot, one way", "an InfiniBand NDR port, one way"}},
      answer = function(f, p, hw)
        local link = p.what:find("NVLink") and hw.h100.nvlink_dir or p.what:find("PCIe") and hw.pcie5.bw_dir
          or hw.ib_ndr.bw_dir
        return hw.h100.bw/link
      end,
      wrong = {{value = function(f, p, hw)
                  local link = p.what:find("NVLink") and hw.h100.nvlink or p.what:find("PCIe") and 2*hw.pcie5.bw_dir
                    or 2*hw.ib_ndr.bw_dir
                  return hw.h100.bw/link
                end,
                hint = "That is the sum of both directions; the page gives one way."}},
      worked = [[NVLink {{= si(hw.h100.nvlink_dir,"B/s")}}: {{= n(hw.h100.bw/hw.h100.nvlink_dir,1)}} times.
        PCIe 5 {{= si(hw.pcie5.bw_dir,"B/s")}}: {{= n(hw.h100.bw/hw.pcie5.bw_dir,1)}} times. InfiniBand
        {{= si(hw.ib_ndr.bw_dir,"B/s")}}: {{= n(hw.h100.bw/hw.ib_ndr.bw_dir,1)}} times.]]},

    q.order{id = "tiers",
      ask = "Order these from the fastest to the slowest, for one H100.",
      items = {"shared memory", "HBM", "NVLink", "PCIe 5"},
      worked = "Each step outward costs about an order of magnitude, give or take a factor of three."},
  },
}
