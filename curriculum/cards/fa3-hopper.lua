return card {
  seeds = {"S003-W10-C6", "S004-C07-T15"},
  readings = {{"fa3blog"}, {"fa3"}, {"fa2"}},
  ephemeral = {{"Throughput of FlashAttention-3", as_of = "2024-07"},
               {"What block-program compilers do about roles of warps", as_of = "2026-01"}},
  facts = function(hw)
    local f = {hd = 128, fa3 = 740, mufu = 16, sms = hw.h100.sms, clock = hw.h100.clock, peak = hw.h100.bf16}
    f.exps = f.mufu*f.sms*f.clock -- special functions a second: CUDA guide, 16 a clock and SM
    f.time = function(hd) return f.peak/(4*hd)/f.exps end -- of the exponential, the products being 1
    f.ratio = f.time(f.hd)
    return f
  end,
  questions = {
    q.num{id = "exp", unit = "%", rtol = .02, seed = "S003-W10-C6",
      ask = [[Head width {{= p.hd}}: two products of 2·{{= p.hd}} FLOP a score at {{= si(f.peak,"FLOP/s",3)}}, and one
        exponential at {{= si(f.exps,"exp/s",3)}}. How long does the exponential take, as a share of the products?]],
      vary = {hd = {128, 64, 256}},
      answer = function(f, p) return 100*f.time(p.hd) end,
      wrong = {{value = function(f, p) return 200*f.time(p.hd) end,
                hint = "There are two products: scores, and scores times V."}},
      worked = [[1/{{= si(f.exps,"exp/s",3)}} over {{= n(4*p.hd)}}/{{= si(f.peak,"FLOP/s",3)}}:
        {{= pct(f.time(p.hd),0)}}. Narrow heads have it worse.]]},

    q.choice{id = "second", seed = "S004-C07-T15",
      ask = "What spares FlashAttention-2 the exchange of partial results between the warps of a block?",
      options = {"they share out the queries, not the keys", "they share out the keys, not the queries",
                 "the running maximum is dropped", "shuffles replace shared memory"},
      answer = 1,
      wrong = {{value = 2, hint = "Then every warp has a part of every row's sum: that was the first version."},
               {value = 3, hint = "The softmax is the same in all three."},
               {value = 4, hint = "Shuffles stay within a warp."}},
      worked = "A row belongs to one warp: its maximum, its sum and its output are nobody else's business."},

    q.choice{id = "language", seed = "S003-W10-C6",
      ask = "Why is FlashAttention-3 written with CUTLASS and not as a block program?",
      options = {"block programs cannot use tensor cores", "its warps have different roles, and take turns",
                 "block programs cannot hold a running maximum"},
      answer = 2,
      wrong = {{value = 1, hint = "That is what dot does."},
               {value = 3, hint = "The block form of the running softmax is a standard example."}},
      worked = "One program for the whole block has no place for a producer beside two consumers."},

    q.multi{id = "overlaps", seed = "S004-C07-T15",
      ask = "Which of these run at the same time in FlashAttention-3?",
      options = {"copies of the next K and V, with products", "one warpgroup's softmax, with another's products",
                 "a row's division by its sum, with its own last product",
                 "the scores of the next tile, with this tile's softmax in one warpgroup"},
      answer = {1, 2, 4},
      worked = "The division needs the finished product. The other three are what the roles and the ring are for."},
  },
}
