-- How one tile of attention runs on Hopper: who loads, who multiplies, who gets which registers.
return tour {
  id = "flash-attention", commit = "0251105a2fb19d2957484b7f023cd8c115286ced", date = "2026-08-15",
  licence = "BSD-3-Clause", seeds = {"S000-REPO-4", "S002-REPO-5"},
  labs = {"w04-flash-tiles", "w04b-flash-cuda", "w17-flash-hopper"}, hours = 4, as_of = "2026-11",
  files = {
    {"hopper/tile_size.h", bytes = 4384,
     sha256 = "f7f70ff6e7cd23366811c7dadf2dc7b480babb00f474e2c913f3e773c3eeb0d0", minutes = 15,
     read = {{from = "tile_size_fwd_sm90", why = [[four answers for each head size; which comments say what was too
        large]]}}},
    {"hopper/flash_fwd_launch_template.h", bytes = 15366,
     sha256 = "c435e8a039cbc4e3eede523cda203773ca6681d1ace4731ae6f063574ebaad8f", minutes = 25,
     read = {{from = "run_flash_fwd", why = [[how run-time facts become template arguments, and which of them change
        the tile]]}}},
    {"hopper/flash_fwd_kernel_sm90.h", bytes = 26008,
     sha256 = "1d1e955e208b7830127573beece10d06416953b65143013a8ee7e57189967ea6", minutes = 45,
     read = {{from = "LoadRegisterRequirement", why = "registers are taken from one role and given to another"},
             {from = "FlashAttnFwdSm90", why = "two branches: what the producer does, what the consumers do"}}},
    {"hopper/mainloop_fwd_sm90_tma_gmma_ws.hpp", bytes = 106810,
     sha256 = "4c39acafad4acc8931a873037c223dfc6ecfd1ede3af38c75ef3608acac8afdb", minutes = 70,
     read = {{from = "load", why = "the order in which Q, K and V are asked for"},
             {from = "mma", why = "the next tile's scores are started before this tile's values are added"}}},
    {"hopper/softmax.h", bytes = 8310,
     sha256 = "0c1b7dd42c5886a7f3ddd180834fb01b5efddcaf12411df13c45aa875514bd1c", minutes = 25,
     read = {{from = "scale_apply_exp2", why = "one fused multiply-add in front of the exponential"},
             {from = "finalize", why = "what is done once for a row, and not once for a tile"}}},
    {"hopper/heuristics.h", bytes = 3143,
     sha256 = "6929d1f301a2524b55a2407640e26dbc1bb3cc3c4ae26180a678af5e561035f2", minutes = 15,
     read = {{from = "num_splits_heuristic", why = "when keys are shared out over several blocks"}}},
  },
  facts = function()
    local f = {}
    function f.splits(tiles, sms, blocks)
      if tiles >= 0.8*sms then return 1 end
      local best, eff = 0, {}
      for s = 1, math.min(sms, blocks) do
        local waves = tiles*s/sms
        eff[s] = waves/math.ceil(waves)
        best = math.max(best, eff[s])
      end
      for s = 1, #eff do
        if eff[s] >= 0.85*best then return s end
      end
      return 1
    end
    function f.fullest(tiles, sms, blocks)
      local best, at = 0, 1
      for s = 1, math.min(sms, blocks) do
        local waves = tiles*s/sms
        if waves/math.ceil(waves) > best then best, at = waves/math.ceil(waves), s end
      end
      return at
    end
    f.tile = {[64] = {192, 192}, [96] = {192, 144}, [128] = {128, 176}}
    function f.smem(d) return (f.tile[d][1] + 2*2*f.tile[d][2])*d*2/1024 end
    return f
  end,
  questions = {
    q.num{id = "tile-bytes", unit = "KiB", file = "hopper/tile_size.h", symbol = "tile_size_fwd_sm90",
      ask = [[hopper/tile_size.h, `tile_size_fwd_sm90`: head size {{= p.d}} for keys and values alike, bf16, neither
        causal nor local nor paged. Q has one buffer, K and V have two stages each. How much shared memory do the
        three take?]],
      vary = {d = {64, 96, 128}},
      answer = function(f, p) return f.smem(p.d) end,
      wrong = {{value = function(f, p) return (f.tile[p.d][1] + 2*f.tile[p.d][2])*p.d*2/1024 end,
                hint = "That is one stage of K and V: nothing could be loaded while a tile is used."},
               {value = function(f, p) return (128 + 2*2*128)*p.d*2/1024 end,
                hint = "That tile is 128 by 128; the function gives another one for this head size."}},
      worked = [[The function gives {{= f.tile[p.d][1]}} rows and {{= f.tile[p.d][2]}} keys. Q takes {{=
        f.tile[p.d][1]}} × {{= p.d}} × 2 bytes, K and V take {{= f.tile[p.d][2]}} × {{= p.d}} × 2 bytes, twice each:
        {{= n(f.smem(p.d), 1)}} KiB of the 227 that a block may have. At head size 128 the number of keys is what
        shared memory leaves over, which is why it is no power of two.]]},
    q.table{id = "registers", unit = "1", exact = {1, 2, 3}, file = "hopper/flash_fwd_kernel_sm90.h",
      symbol = "LoadRegisterRequirement",
      ask = [[hopper/flash_fwd_kernel_sm90.h, `LoadRegisterRequirement` and its neighbour, with TMA: registers of a
        thread of the producer, of a consumer, and of {{= p.blocks}} such blocks together. A warpgroup has 128
        threads; there is one producer.]],
      vary = {blocks = {2, 3, 4}},
      rows = {"one consumer warpgroup", "two", "three"}, columns = {"producer", "consumer", "together"},
      answer = function(f, p)
        return {{56, 256, p.blocks*128*(56 + 256)}, {24, 240, p.blocks*128*(24 + 2*240)},
                {32, 160, p.blocks*128*(32 + 3*160)}}
      end,
      wrong = {{cell = {2, 1}, value = 40, hint = [[That is the producer that loads with cp.async, whose addresses
        need registers.]]},
               {cell = {2, 2}, value = 232, hint = [[232 goes with the producer of 40. With TMA there is more to
        give.]]},
               {cell = {3, 3}, value = function(f, p) return p.blocks*128*(32 + 160) end,
                hint = "Three warpgroups consume, and each has its own registers."}},
      worked = [[56 and 256; 24 and 240; 32 and 160. A block has 128·(56 + 256) = 39,936, 128·(24 + 2·240) = 64,512
        or 128·(32 + 3·160) = 65,536 registers: the last is the whole file of an SM. The producer of TMA only fills
        descriptors and waits, so it gives away nearly all; the launch had to hand out the same number to every
        thread.]]},
    q.num{id = "fp8-range", unit = "1", file = "hopper/softmax.h", symbol = "Max_offset",
      ask = [[hopper/softmax.h: for FP8 `Max_offset` is 8. A score lies {{= p.below}} below its row's maximum, in
        units of the exponent to base 2 (after the scale). Which value has P there?]],
      vary = {below = {0, 1, 2, 3, 5}},
      answer = function(f, p) return 2.0^(8 - p.below) end,
      wrong = {{value = function(f, p) return 2.0^-p.below end, hint = "That is P in bf16, between 0 and 1."},
               {value = function(f, p) return 2.0^(-8 - p.below) end,
                hint = "The offset is taken from the maximum, and the maximum is subtracted."}},
      worked = [[2^(8 − {{= p.below}}) = {{= n(2.0^(8 - p.below))}}: P lies between 0 and 256 instead of 0 and 1, so
        that small probabilities are no subnormals of E4M3. The row sum has the same factor, so that O divided by it
        comes out right by itself; the log-sum-exp alone has to be told, and gets its factor of 2^−8 in
        `finalize`.]]},
    q.table{id = "splits", unit = "1", exact = {1}, file = "hopper/heuristics.h", symbol = "num_splits_heuristic",
      ask = [[hopper/heuristics.h, `num_splits_heuristic`: {{= p.sms}} SMs, 94 blocks of keys, a head's keys and
        values fit in L2, and no other limit on the splits. How many splits for so many query tiles?]],
      vary = {sms = {132, 114}},
      rows = {"16 tiles", "90 tiles", "100 tiles", "106 tiles"}, columns = {"splits"},
      answer = function(f, p)
        local out = {}
        for k, tiles in ipairs({16, 90, 100, 106}) do out[k] = {f.splits(tiles, p.sms, 94)} end
        return out
      end,
      wrong = {{cell = {1, 1}, value = function(f, p) return f.fullest(16, p.sms, 94) end,
                hint = [[That is the best efficiency. The smallest number within 85 % of it is taken: splits cost
        bytes.]]},
               {cell = {4, 1}, value = function(f, p) return 2 end,
                hint = "From four fifths of the SMs on, nothing is split."}},
      worked = [[Below 0.8 × {{= p.sms}} = {{= n(0.8*p.sms, 1)}} tiles the waves are counted for each number of
        splits, and the smallest one is taken that reaches 85 % of the best: {{= f.splits(16, p.sms, 94)}} for 16
        tiles, {{= f.splits(90, p.sms, 94)}} for 90, {{= f.splits(100, p.sms, 94)}} for 100, {{= f.splits(106,
        p.sms, 94)}} for 106. Just below the threshold a tile more decides between several splits and none: a
        benchmark that changes the batch by one can jump there.]]},
    q.multi{id = "masked-row", file = "hopper/softmax.h", symbol = "finalize",
      ask = [[hopper/softmax.h, `finalize` and what it calls: a row is masked completely. What is so?]],
      options = {"The output of the row is 0.", "The log-sum-exp is −∞.",
                 "The maximum of −∞ is replaced by 0 before the exponential, so that no NaN arises.",
                 "The row sum is reduced across the threads of a quad in each tile.",
                 "The output of the row is NaN, and the caller masks it."},
      answer = {1, 2, 3},
      wrong = {{value = 4, hint = [[The maximum is, since the scale needs it. Each thread keeps its own part of the
        sum.]]},
               {value = 5, hint = "What does the inverse of a sum become when the sum is zero or NaN?"}},
      worked = [[−∞ minus −∞ would be NaN, so the maximum is taken as 0 and every exponential is 0. The inverse of a
        sum that is 0 is set to 0 and not to infinity: O is 0 and the log-sum-exp −∞, which is what a later merge of
        parts needs. The sum is reduced once, at the end: until then each thread rescales its own part, which is
        right because all of a row share the maximum.]]},
  },
}
