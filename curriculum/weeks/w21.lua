-- Week 21: cutting the sequence itself.
return week {
  n = 21, part = 3, title = "Sequence and context parallelism", seeds = {"S003-W21"},

  summary = [[When one sequence is too long for one GPU, none of the cuts of week 7 helps enough.
    You learn the two that do: passing keys and values around a ring while attention computes, and
    exchanging heads for positions by an all-to-all. You can say from head count, length and
    bandwidth which one sends less, how long a rank's part must be for the transfer to hide, and
    why a causal mask spoils the balance until the order is changed.]],

  concepts = {
    {id = "tp-limit", title = "What tensor parallelism leaves over", seed = "S003-W21-C1",
     text = [[Tensor parallelism deals out heads, so the S² scores of each head still live on one
       GPU, and everything between the matmuls, norms, dropout, residuals, is held in full length
       by all of them. Its degree cannot exceed the number of heads, nor sensibly the GPUs of a
       node. Tiled attention removes the S² from memory but not the S: activations, and at the end
       even one layer's keys and values, outgrow a card. So the sequence has to be cut.]]},
    {id = "sp", title = "Sequence parallelism", seed = "S003-W21-C2",
     text = [[Norms and dropout treat each position by itself, so between the tensor-parallel
       regions the activations can be sharded by position. The all-reduce that closed a region
       becomes a reduce-scatter into that sharding and an all-gather out of it, which together
       send the same bytes. With t ranks the part of the activations that had been replicated,
       10·s·b·h bytes a layer (Korthikanti et al., 2022), is divided by t as well:
       {{= n((10+24/f.t)/(34/f.t),1)}} times less memory outside of attention at t =
       {{= f.t}}.]]},
    {id = "ring", title = "Ring attention", seed = "S003-W21-C3",
     text = [[Each rank keeps the queries of its piece and passes its keys and values on to the
       next, P − 1 times, while attending to the block it has just received. Partial outputs are
       merged with their log-sum-exp, exactly as tiles are. A block of c tokens takes 4·c²·h FLOP
       and its keys and values 4·c·h bytes, so the transfer hides as soon as c exceeds peak over
       link bandwidth: {{= n(f.c_h100,0)}} tokens on an H100 node. The longest sequence grows with
       P.]]},
    {id = "ulysses", title = "Ulysses", seed = "S003-W21-C4",
     text = [[The sequence is cut for everything but attention. After the projections to q, k and
       v, an all-to-all turns pieces of the sequence with all heads into the whole sequence with
       some heads; attention is then local, and a second all-to-all on its output turns back. Each
       rank sends a share of its own S/P tokens, so with S and P growing together the bytes per
       rank stay the same. The number of ranks cannot exceed the number of heads, and with grouped
       queries not easily that of KV heads.]]},
    {id = "4d", title = "A fourth axis", seed = "S003-W21-C5",
     text = [[Context parallelism composes with the other axes, and the product of the degrees is
       again the number of GPUs. It goes next to tensor parallelism: close enough to hide its
       ring, outside of the node only when the pieces are long. Parameters are replicated along
       it, so gradients are reduced over the data and the context axis together. It buys length;
       use it when a sequence does not fit, not to go faster.]]},
    {id = "frameworks", title = "In Megatron-Core and TorchTitan", seed = "S003-W21-C6",
     text = [[Both implement context parallelism as a ring over keys and values, or as an
       all-gather of them where they are few, under a mesh with a named dimension for it. Under a
       causal mask a contiguous cut leaves the first rank idle most of the time, so each rank gets
       one early and one late piece and all have the same work. Position ids and the loss have to
       follow the same permutation. The rest of the model needs no change.]]},
  },

  later = {"4d", "frameworks"},

  readings = {
    {"ringattn", hours = 3, seed = "S003-W21-R1",
     look_for = [[The condition on the block size for full overlap, and the table of maximal
       context by machine. Recompute one row of it.]]},
    {"ulysses", hours = 3, seed = "S003-W21-R2",
     look_for = [[The position of the two all-to-alls relative to the projections, and the
       derivation that the volume per link stays constant.]]},
    {"torchtitan", hours = 3, seed = "S003-W21-R3",
     look_for = [[How the dimensions of the device mesh are ordered and why; which combinations
       are tested together.]]},
  },

  practice = {
    {seed = "S003-W21-HO", hours = 3,
     text = [[Implement ring attention over ranks with the transfer overlapped, causal with the
       zigzag order, and the all-to-all variant beside it. At a fixed memory per rank, find the
       longest sequence for each number of ranks, and the same for plain data parallelism.]]},
  },

  labs = {"w21-ring-attention"},

  durable = {"Overlap condition: tokens per rank against peak over bandwidth",
             "Merging partial attention by log-sum-exp",
             "Exchanging heads for positions"},
  ephemeral = {{"Which frameworks offer which variant", as_of = "2026-01"}},

  facts = function(hw)
    local S, h, P = 32768, 8192, 8
    return {
      S = S, h = h, P = P, t = 8, kv_h = 1024,
      peak = hw.h100.bf16, link = hw.h100.nvlink/2, c_h100 = hw.h100.bf16/(hw.h100.nvlink/2),
      peak_a = hw.a100.bf16, link_a = hw.a100.nvlink/2,
    }
  end,

  questions = {
    q.num{id = "cmin", unit = "tok", rtol = .01,
      ask = [[Ring attention on H100s: {{= si(f.peak,"FLOP/s")}}, {{= p.share}} % of
        {{= si(f.link,"B/s")}} in one direction, bf16, plain multi-head attention. From how many tokens per GPU
        on does the
        transfer of keys and values hide behind attention?]],
      vary = {share = {60, 70, 80, 90}},
      answer = function(f, p) return f.peak/(f.link*p.share/100) end,
      wrong = {{value = function(f, p) return f.peak/(2*f.link*p.share/100) end,
                hint = "The ring uses one direction of the links."},
               {value = function(f, p) return 2*f.peak/(f.link*p.share/100) end,
                hint = "Count again: 4·c²·h FLOP, and keys and values of two bytes each."}},
      worked = [[4·c²·h / peak ≥ 4·c·h / link, so c ≥ {{= n(f.peak/(f.link*p.share/100),0)}}. With all of the link it is
        {{= n(f.peak/f.link,0)}}, and {{= n(f.peak_a/f.link_a,0)}} on A100s: the faster the arithmetic, the
        longer the piece must be.]]},

    q.num{id = "ring", unit = "MB", rtol = .01,
      ask = [[S = {{= n(f.S)}}, width {{= n(f.h)}}, bf16, multi-head, {{= p.P}} ranks. Bytes that
        a rank sends in the ring for one layer's forward pass?]],
      vary = {P = {8, 4, 16}},
      answer = function(f, p) return 2*(f.S/p.P)*f.h*(p.P - 1)*2/1e6 end,
      wrong = {{value = function(f, p) return (f.S/p.P)*f.h*(p.P - 1)*2/1e6 end,
                hint = "Keys and values travel."},
               {value = function(f, p) return 2*(f.S/p.P)*f.h*2/1e6 end,
                hint = "That is one step. The blocks go around to all other ranks."}},
      worked = [[Two tensors of {{= n(f.S/p.P)}} × {{= n(f.h)}} in two bytes, {{= n(p.P-1)}}
        times: {{= si(2*(f.S/p.P)*f.h*(p.P-1)*2,"B")}}.]]},

    q.num{id = "ulysses", unit = "MB", rtol = .01,
      ask = [[The same with Ulysses: all-to-all of q, k, v and of the output?]],
      vary = {P = {8, 4, 16}},
      answer = function(f, p) return 4*(f.S*f.h/p.P)*(p.P - 1)/p.P*2/1e6 end,
      wrong = {{value = function(f, p) return 3*(f.S*f.h/p.P)*(p.P - 1)/p.P*2/1e6 end,
                hint = "The output has to go back as well."},
               {value = function(f, p) return 4*(f.S*f.h/p.P)*2/1e6 end,
                hint = "A rank keeps its own share of each tensor."}},
      worked = [[On {{= p.P}} ranks: four tensors of {{= n(f.S/p.P)}} × {{= n(f.h)}}, of which (P
        − 1)/P leaves the rank. The ring sends P/2 times as much.]]},

    q.num{id = "gqa", unit = "MB", rtol = .01,
      ask = [[Now with grouped queries: keys and values are {{= n(f.kv_h)}} wide. What does the
        ring send over {{= p.P}} ranks?]],
      vary = {P = {8, 4, 16}},
      answer = function(f, p) return 2*(f.S/p.P)*f.kv_h*(p.P - 1)*2/1e6 end,
      wrong = {{value = function(f, p) return 2*(f.S/p.P)*f.h*(p.P - 1)*2/1e6 end,
                hint = "Only keys and values travel, and they have become narrower."}},
      worked = [[An eighth of before. Ulysses still moves the full-width q and output, so the
        comparison can turn around: with few KV heads the ring sends less.]]},

    q.num{id = "causal", unit = "%", rtol = .01,
      ask = [[Causal ring attention with contiguous pieces, whole blocks counted: {{= p.P}} ranks
        wait for each other in each of {{= p.P}} steps. Which share of the block slots does
        work?]],
      vary = {P = {8, 4, 16}},
      answer = function(f, p) return 100*(p.P + 1)/(2*p.P) end,
      wrong = {{value = function() return 50 end,
                hint = "The diagonal blocks count as work too."}},
      worked = [[Rank i has i + 1 blocks to do: {{= n(p.P*(p.P+1)/2)}} of {{= n(p.P^2)}}. Giving
        each rank an early and a late piece balances them.]]},

    q.num{id = "sp", unit = "x", rtol = .01,
      ask = [[Outside of attention a layer stores (10 + 24/t)·s·b·h bytes of activations under
        tensor parallelism, and 34/t·s·b·h with sequence parallelism added. What factor is gained
        at t = {{= p.t}}?]],
      vary = {t = {8, 4, 2}},
      answer = function(f, p) return (10 + 24/p.t)/(34/p.t) end,
      wrong = {{value = function(f, p) return p.t end,
                hint = [[Most of it had been divided already; only the part with the ten was
                  replicated.]]}},
      worked = [[{{= n(10+24/p.t,2)}} against {{= n(34/p.t,2)}}. The bytes sent do not change: an
        all-reduce is a reduce-scatter and an all-gather.]]},

    q.choice{id = "where",
      ask = [[Where does Ulysses place its first all-to-all?]],
      options = {"Before the QKV projection, on the layer's input",
                 "After the QKV projection, on q, k and v",
                 "After the softmax",
                 "On the gradients only"},
      answer = 2,
      worked = [[The projection treats every position alike and needs no exchange. Only attention
        needs whole sequences, so q, k and v are exchanged, and the output is exchanged back.]]},
  },
}
