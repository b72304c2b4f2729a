-- Layouts that are functions, a pipeline of copies, and two groups of warps that take turns.
return tour {
  id = "cutlass", commit = "7107b05535f8977f5ecb9d01ee203205b1fd9bc4", date = "2026-08-20",
  licence = "BSD-3-Clause", seeds = {"S000-REPO-2", "S002-REPO-3"},
  labs = {"g07-gemm-ladder", "w15-cute-layouts", "w15b-epilogue-gemm", "w16-tma-wgmma-gemm"}, hours = 4,
  as_of = "2026-11",
  files = {
    {"examples/cute/tutorial/sgemm_sm80.cu", bytes = 25716,
     sha256 = "7cc12d639efc901fcf348c0692808bc3027c603c5ce12c1c44552dbd0b255430", minutes = 60,
     read = {{from = "gemm_device", why = "partition, prefetch, main loop: each tensor is a pointer with a layout"},
             {from = "K_PIPE_MAX", why = "how many tiles are on their way, and what the loop waits for"},
             {from = "gemm_tn", why = "where the layouts of shared memory and the instruction are chosen"}}},
    {"include/cute/swizzle.hpp", bytes = 16120,
     sha256 = "b2a7a78d24f812490cf728bbe33f5243790afe7695ec903d0177cc0d4237b2b8", minutes = 20,
     read = {{from = "Swizzle", why = "three numbers and one exclusive or"}}},
    {"include/cutlass/gemm/kernel/sm90_gemm_tma_warpspecialized_pingpong.hpp", bytes = 43795,
     sha256 = "7cf80ca4ba3379935c72280338f9be74506bed5f1178547bd04861348753ca61", minutes = 70,
     read = {{from = "LoadWarpOrderBarrier", why = "two orders: one for who loads, one for who computes"},
             {from = "math_wg_order_barrier", why = "four places in one loop: wait, arrive, wait, arrive"}}},
    {"include/cutlass/gemm/kernel/tile_scheduler_params.h", bytes = 97023,
     sha256 = "ef48a12e8920183e88259d0b685279c2232fc2fb12c4fb4db7e8d0fbfdc019e9", minutes = 40,
     read = {{from = "get_log_swizzle_size", why = "how many rows of tiles are walked together"},
             {from = "get_rasterization_order", why = "along which side"}}},
  },
  facts = function()
    local f = {}
    function f.swizzled(row, chunk)
      local at = 8*row + 64*chunk
      return at ~ (((at >> 6) & 7) << 3)
    end
    function f.log(most, least)
      return most >= 8 and least >= 6 and 3 or most >= 4 and least >= 3 and 2 or most >= 2 and least >= 2 and 1 or 0
    end
    function f.launched(m, n, most)
      local s = 1 << f.log(most, math.min(m, n))
      return -(-m // s)*s * (-(-n // s)*s)
    end
    return f
  end,
  questions = {
    q.num{id = "extra-loads", unit = "%", file = "examples/cute/tutorial/sgemm_sm80.cu", symbol = "K_PIPE_MAX",
      ask = [[examples/cute/tutorial/sgemm_sm80.cu, `gemm_device` with `K_PIPE_MAX` = 3 and tiles of 64 along K: for
        K = {{= p.K}}, how many tile loads are issued beyond the ones that are needed, in per cent of those?]],
      vary = {K = {256, 512, 1024, 4096}},
      answer = function(f, p) return 100*2*64/p.K end,
      wrong = {{value = 0, hint = [[Follow `k_tile_count` below zero: the loop ends when the last tile has been
        used.]]},
               {value = function(f, p) return 100*3*64/p.K end,
                hint = "The prefetch issues one tile fewer than there are buffers."}},
      worked = [[The loop runs until the count is −(K_PIPE_MAX − 1), so that the tiles on their way are still used,
        and it issues a copy in each turn. The last K_PIPE_MAX − 1 = 2 copies load the last tile again, since the
        index stops advancing: 2 of {{= p.K // 64}} tiles, {{= n(100*2*64/p.K, 2)}} %. It saves a branch in the loop
        and costs nothing when K is long. No address is out of bounds, which is what the stopped index is for.]]},
    q.num{id = "swizzle-offset", unit = "1", file = "include/cute/swizzle.hpp", symbol = "Swizzle",
      ask = [[include/cute/swizzle.hpp, and the half-precision layout of sgemm_sm80.cu, `Swizzle<3,3,3>` of an atom
        of 8 rows by 64 columns: at which offset, counted in halves, begins row {{= p.row}}, columns {{= 8*p.chunk}}
        to {{= 8*p.chunk + 7}}?]],
      vary = {row = {3, 5, 6}, chunk = {1, 3, 4, 7}},
      answer = function(f, p) return f.swizzled(p.row, p.chunk) end, rtol = 0,
      wrong = {{value = function(f, p) return 8*p.row + 64*p.chunk end, hint = [[That is the layout without the
        swizzle.]]},
               {value = function(f, p) return (64*p.row + 8*p.chunk) ~ (p.row << 3) end,
                hint = [[In this atom eight columns of a row lie together, and then comes the next row, not the next
        eight.]]}},
      worked = [[The layout gives 8 × {{= p.row}} + 64 × {{= p.chunk}} = {{= n(8*p.row + 64*p.chunk)}}. The swizzle
        takes bits 6 to 8, which are the chunk {{= p.chunk}}, and puts their exclusive or into bits 3 to 5, which
        are the row: {{= p.row}} xor {{= p.chunk}} = {{= p.row ~ p.chunk}}. So the offset is {{= n(f.swizzled(p.row,
        p.chunk))}}. The eight rows of one chunk still take 64 neighbours, and the eight chunks of one row fall into
        eight different groups of banks.]]},
    q.multi{id = "half-sums", file = [[examples/cute/tutorial/sgemm_sm80.cu]], symbol =
        "SM80_16x8x16_F16F16F16F16_TN",
      ask = [[examples/cute/tutorial/sgemm_sm80.cu, the half-precision path with `SM80_16x8x16_F16F16F16F16_TN` and
        a tile of 128 × 128. What follows?]],
      options = {"Sums are kept in half precision.", "A thread has 128 sums.", "The error grows with K.",
                 "A sum beyond 65,504 becomes infinite.", "Sums are kept in 32 bits and rounded at the end.",
                 "A thread has 64 sums, since the tile is worked on by 256 threads."},
      answer = {1, 2, 3, 4},
      wrong = {{value = 5, hint = "The four letters of the atom's name are D, A, B and C."},
               {value = 6, hint = "Two by two atoms are 128 threads."}},
      worked = [[The name has the types of D, A, B and C: all of them are halves. 2 × 2 atoms of 32 threads share
        128 × 128 sums: 128 each, which fit in 64 registers. With ten bits behind the point, each addition rounds at
        a part in 2,048 of the sum so far, and K of them add up. It is a tutorial of movement, not a model of
        numerics: what you ship sums in 32 bits.]]},
    q.order{id = "turns", file = "include/cutlass/gemm/kernel/sm90_gemm_tma_warpspecialized_pingpong.hpp",
      symbol = "math_wg_order_barrier",
      ask = [[sm90_gemm_tma_warpspecialized_pingpong.hpp, `math_wg_order_barrier`: what one consumer warpgroup does
        with one tile. Put it in order.]],
      items = {"wait until the other group has issued its products", "issue the products of the tile",
               "arrive, so that the other group may begin its products", [[wait for the own products and free their
        buffers]],
               "wait until the other group has left its epilogue", "write the tile by TMA stores",
               "wait until the stores have read shared memory", [[arrive, so that the other group may begin its
        epilogue]]},
      wrong = {{before = {4, 3}, hint = [[Then the tensor cores would idle: the other group may start when this one
        has issued.]]},
               {before = {8, 7}, hint = [[The other group would write into shared memory that a store still
        reads.]]}},
      worked = [[The barrier has two stages, one for products and one for epilogues, and each goes round between the
        two groups: while one is in its epilogue the other multiplies. Group 0's turn ends when its products are
        issued, not when they are done. The stores have to be waited for before the second arrive: that a store has
        read its buffer is known only to the warp that issued it, and the other group would write over bytes that
        are still on their way.]]},
    q.table{id = "empty-tiles", units = {"1", "%"}, exact = {1},
      file = "include/cutlass/gemm/kernel/tile_scheduler_params.h", symbol = "get_log_swizzle_size",
      ask = [[tile_scheduler_params.h, `get_log_swizzle_size` and who calls it: clusters of one block. How many
        tiles are launched for a problem of so many tiles, and which share of them has nothing to do?]],
      vary = {n = {100, 98, 102}},
      rows = {"5 × {{= p.n}}, largest swizzle 8", "5 × {{= p.n}}, largest swizzle 1", [[6 × {{= p.n}}, largest
        swizzle 8]]},
      columns = {"launched", "empty"},
      answer = function(f, p)
        local out = {}
        for k, row in ipairs({{5, 8}, {5, 1}, {6, 8}}) do
          local all = f.launched(row[1], p.n, row[2])
          out[k] = {all, 100*(all - row[1]*p.n)/all}
        end
        return out
      end,
      wrong = {{cell = {1, 1}, value = function(f, p) return 8*(-(-p.n // 8)*8) end,
                hint = "The swizzle is 8 only when the shorter side has six tiles or more."},
               {cell = {1, 1}, value = function(f, p) return 5*p.n end, hint = [[Both sides are rounded up to the
        swizzle.]]},
               {cell = {3, 1}, value = function(f, p) return 8*p.n end, hint = "Both sides are rounded up."}},
      worked = [[A shorter side of 5 gives a swizzle of 4, and both sides are rounded up to multiples of it: {{=
        n(f.launched(5, p.n, 8))}} tiles, {{= n(100*(1 - 5*p.n/f.launched(5, p.n, 8)), 1)}} % empty. Without a
        swizzle nothing is rounded. With 6 it is 8: {{= n(f.launched(6, p.n, 8))}} tiles, {{= n(100*(1 -
        6*p.n/f.launched(6, p.n, 8)), 1)}} % empty. An empty tile costs a look at its coordinates and no more; but
        where the grid is persistent, whoever draws only empty ones is idle for that turn.]]},
  },
}
