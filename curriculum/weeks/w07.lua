-- Week 7: three ways to cut a training step, and what each one sends over the wire.
return week {
  n = 7, part = 1, title = "Data, tensor and pipeline parallelism", seeds = {"S003-W07"},

  summary = [[Work on many GPUs is a matter of what you cut: the batch, the matrices or the
    layers. For each cut you learn which collective it needs, how many bytes that sends, and
    whether the time can hide behind arithmetic. At the end you can lay out a cluster on paper,
    with a reason for every axis, and you have run all three on ranks with a counted wire.]],

  concepts = {
    {id = "dp", title = "Data parallelism", seed = "S003-W07-C1",
     text = [[Every rank holds the whole model and its own part of the batch; after the backward
       pass the gradients are averaged, so that all replicas take the same step. The backward pass
       produces gradients from the last layer to the first, and DDP sends them in buckets as they
       appear, so only the last bucket is fully exposed. For a 7B model in 16 bits on {{= f.P}}
       H100s the transfer takes {{= ms(f.t_ar,1)}}. It hides if the backward pass is longer than
       that, which is a question of tokens per rank.]]},
    {id = "tp", title = "Tensor parallelism", seed = "S003-W07-C2",
     text = [[Cut the first matrix of an MLP by columns and each rank computes a slice of the
       hidden layer, where the activation function needs no neighbour. Cut the second by rows and
       each rank turns its slice into a partial sum of the whole output; one all-reduce finishes
       it. Attention works the same way with heads for columns. That makes two all-reduces a layer
       in the forward pass and two in the backward pass, each as large as the activations, and all
       of them wait: it wants the fastest links there are.]]},
    {id = "pp", title = "Pipeline parallelism", seed = "S003-W07-C3",
     text = [[Each stage owns some consecutive layers and passes activations to the next, so very
       little is sent, and only between neighbours. But the stages fill one after another and
       drain the same way: with p stages and m micro-batches, p − 1 slots of m + p − 1 are idle,
       {{= pct(f.bubble)}} for {{= f.pp}} and {{= f.m}}. 1F1B alternates forward and backward as
       soon as it can. It has the same bubble as running all forwards first, but keeps at most
       {{= f.pp}} micro-batches of activations alive instead of {{= f.m}}.]]},
    {id = "micro", title = "Micro-batches", seed = "S003-W07-C4",
     text = [[The bubble shrinks with the number of micro-batches, and the only way to have more
       of them without a larger batch is to make each smaller. Too small, and the matmuls of a
       stage lose their intensity. Interleaving gives every rank v thinner stages instead of one
       thick one; the ramp gets v times shorter, {{= pct(f.inter)}} of the ideal time instead of
       {{= pct(f.over)}} at v = {{= f.v}}, and v times as many messages are sent.]]},
    {id = "3d", title = "Putting the three together", seed = "S003-W07-C5",
     text = [[The degrees multiply to the number of GPUs. Tensor parallelism goes inside a node,
       because it sends the most and cannot hide it; pipeline stages go across nodes, because they
       send the least; data parallelism takes the rest and hides behind the backward pass. A 70B
       model on {{= f.gpus}} GPUs as {{= f.g_tp}} × {{= f.g_pp}} × {{= n(f.gpus/f.g_tp/f.g_pp)}}
       leaves {{= gb(f.g_w)}} of 16-bit weights on each.]]},
    {id = "collectives", title = "Three collectives", seed = "S003-W07-C6",
     text = [[Reduce-scatter leaves each rank with the sum of one n-th of the data. All-gather
       gives every rank all of the parts. One after the other they are an all-reduce, and that is
       how a ring does it. Each half sends (n − 1)/n of the data per rank, so an all-reduce sends
       nearly twice the data whatever the number of ranks, and the time is that over the bandwidth
       of one direction of one link.]]},
  },

  later = {"3d"},

  readings = {
    {"megatron", hours = 1.5, seed = "S003-W07-R1",
     look_for = [[The figure with the operators f and g: identity one way, all-reduce the other.
       Check that the column-then-row order is what makes the communication in the middle
       disappear.]]},
    {"megatron3d", hours = 2.5, seed = "S003-W07-R2",
     look_for = [[The takeaways in boxes: each is a rule for choosing a degree. Find the
       measurement behind each, and the definition of the bubble that this paper uses.]]},
    {"sumanth", hours = 2, seed = "S003-W07-R3",
     look_for = [[The list of what occupies memory in a training step. Make your own table of
       method against item; week 8 fills it in.]]},
    {"jaxscale", hours = 2, seed = "S003-W07-R4",
     look_for = [[Chapters 4 and 5: the condition on tokens per device under which each kind of
       parallelism stays compute-bound. Redo one of them with the numbers of an H100.]]},
  },

  practice = {
    {seed = "S003-W07-HO", hours = 2,
     text = [[Run your bucketed data-parallel step on two ranks and sweep the batch. Record the
       time of the all-reduce, of the whole step, and the part of the former that is exposed. Mark
       the batch at which the exposed part vanishes, and compare it with the formula; the same
       program runs over NCCL where two GPUs exist.]]},
  },

  labs = {"w07-ddp-overlap", "w07b-tp-mlp", "w07c-pipe-1f1b"},

  durable = {"What each axis cuts and which collective it needs",
             "Hiding communication behind the backward pass",
             "The bubble of a pipeline"},
  ephemeral = {{"NVLink generations and the size of a node", as_of = "2026-01"},
               {"Default bucket sizes", as_of = "2026-01"}},

  facts = function(hw, models)
    local function params(m)
      local layer = 2*m.d*m.d + 2*m.d*m.Hkv*m.hd + 3*m.d*m.ff + 2*m.d
      return m.L*layer + 2*m.V*m.d + m.d
    end
    local N, N70 = params(models.llama2_7b), params(models.llama3_70b)
    local P, link = 8, hw.h100.nvlink/2           -- one direction
    local t_ar = 2*(P - 1)/P*2*N/link
    local pp, m, v = 8, 32, 4
    local s, h = 2048, 8192
    return {
      N = N, P = P, link = link, both = hw.h100.nvlink, t_ar = t_ar,
      peak = hw.h100.bf16, mfu = .4,
      pp = pp, m = m, v = v, bubble = (pp - 1)/(m + pp - 1), over = (pp - 1)/m,
      inter = (pp - 1)/(v*m), s = s, h = h, msg = s*h*2,
      gpus = 512, g_tp = 8, g_pp = 4, N70 = N70, g_w = 2*N70/(8*4),
    }
  end,

  questions = {
    q.num{id = "allreduce", unit = "ms", rtol = .01,
      ask = [[Gradients of {{= n(f.N)}} parameters in bf16 are all-reduced by a ring over
        {{= p.P}} GPUs, {{= si(f.both,"B/s")}} of NVLink each, both directions added. How long at
        least?]],
      vary = {P = {8, 4, 2}},
      answer = function(f, p) return 2*(p.P - 1)/p.P*2*f.N/f.link*1e3 end,
      wrong = {{value = function(f, p) return (p.P - 1)/p.P*2*f.N/f.link*1e3 end,
                hint = [[Half of it. Either you used the bandwidth of both directions for one, or
                  you left out the all-gather that follows the reduce-scatter.]]}},
      worked = [[Each rank sends 2({{= p.P}} − 1)/{{= p.P}} of {{= gb(2*f.N)}} at
        {{= si(f.link,"B/s")}}: {{= ms(2*(p.P-1)/p.P*2*f.N/f.link,1)}}.]]},

    q.num{id = "breakeven", unit = "tok", rtol = .02,
      ask = [[How many tokens must each of the {{= f.P}} GPUs process in a step, at {{= p.mfu}} %
        of {{= si(f.peak,"FLOP/s")}}, for the backward pass (4 of the 6 FLOP per parameter and
        token) to be as long as that all-reduce?]],
      vary = {mfu = {40, 30, 50}},
      answer = function(f, p) return f.t_ar*p.mfu/100*f.peak/(4*f.N) end,
      wrong = {{value = function(f, p) return f.t_ar*p.mfu/100*f.peak/(6*f.N) end,
                hint = "The forward pass cannot hide gradients that do not exist yet."},
               {value = function(f) return f.t_ar*f.peak/(4*f.N) end,
                hint = "At the peak rate? Use the utilisation that is given."}},
      worked = [[4·N·tokens over {{= si(f.peak*p.mfu/100,"FLOP/s")}} equals {{= ms(f.t_ar,1)}} at
        {{= n(f.t_ar*p.mfu/100*f.peak/(4*f.N),0)}} tokens. Above that the communication can hide
        completely, if the buckets are small enough.]]},

    q.num{id = "tp", unit = "MB", rtol = .01,
      ask = [[Tensor parallelism over {{= p.P}} GPUs, batch 1, {{= n(f.s)}} tokens, width
        {{= n(f.h)}}, bf16. How many bytes does a GPU send for one layer, forward and backward,
        with ring all-reduces?]],
      vary = {P = {8, 4}},
      answer = function(f, p) return 4*2*(p.P - 1)/p.P*f.msg/1e6 end,
      wrong = {{value = function(f, p) return 2*2*(p.P - 1)/p.P*f.msg/1e6 end,
                hint = "Two in the forward pass, and two more in the backward pass."},
               {value = function(f, p) return 4*f.msg/1e6 end,
                hint = "That is the size of the messages. A ring sends 2(P − 1)/P of each."}},
      worked = [[One message is s·h·2 bytes = {{= si(f.msg,"B")}}; four all-reduces, each sending
        2({{= p.P}} − 1)/{{= p.P}} of it.]]},

    q.num{id = "bubble", unit = "%", rtol = .01,
      ask = [[{{= f.pp}} stages, {{= p.m}} micro-batches, equal stage times. Which share of the
        time is a stage idle?]],
      vary = {m = {32, 8, 64}},
      answer = function(f, p) return 100*(f.pp - 1)/(p.m + f.pp - 1) end,
      wrong = {{value = function(f, p) return 100*(f.pp - 1)/p.m end,
                hint = [[That is the overhead over the ideal time. The question asks for the share
                  of the actual time.]]}},
      worked = [[p − 1 = {{= n(f.pp-1)}} idle slots among {{= n(p.m+f.pp-1)}}. Both definitions
        are in use (this one, and idle over ideal, {{= pct((f.pp-1)/p.m)}} here), so name
        yours.]]},

    q.num{id = "interleaved", unit = "%", rtol = .01,
      ask = [[The same {{= f.pp}} ranks and {{= f.m}} micro-batches, but {{= p.v}} thinner stages
        on every rank. Idle time over ideal time?]],
      vary = {v = {4, 2, 8}},
      answer = function(f, p) return 100*(f.pp - 1)/(p.v*f.m) end,
      wrong = {{value = function(f) return 100*(f.pp - 1)/f.m end,
                hint = "That is one stage a rank. The ramp now consists of thinner stages."}},
      worked = [[The ramp still has p − 1 slots, but each is 1/{{= p.v}} as long:
        {{= pct((f.pp-1)/(p.v*f.m),2)}} instead of {{= pct(f.over,1)}}.]]},

    q.num{id = "dp", unit = "1", rtol = 0,
      ask = [[{{= f.gpus}} GPUs, tensor parallelism {{= p.tp}}, {{= p.pp}} pipeline stages. How
        many replicas of the model take part in data parallelism?]],
      vary = {tp = {8, 4}, pp = {4, 8}},
      answer = function(f, p) return f.gpus//(p.tp*p.pp) end,
      wrong = {{value = function(f, p) return f.gpus//p.tp end,
                hint = "A replica is cut by both; divide by the stages as well."}},
      worked = [[One replica occupies {{= n(p.tp*p.pp)}} GPUs; {{= n(f.gpus/(p.tp*p.pp))}} of them
        fit.]]},

    q.choice{id = "1f1b",
      ask = [[A pipeline is changed from all-forward-then-all-backward to 1F1B, everything else
        the same. What gets better?]],
      options = {"The bubble",
                 "The memory for activations",
                 "The number of bytes sent",
                 "All of these"},
      answer = 2,
      worked = [[The ramp up and down is as long as before, and so is the bubble. What changes is
        that a backward pass starts early and frees its activations: stage 0 holds {{= f.pp}}
        micro-batches instead of {{= f.m}}.]]},

    q.choice{id = "colrow",
      ask = [[Why is the first matrix of the MLP cut by columns and the second by rows, and not
        the other way round?]],
      options = {"Columns are contiguous in memory",
                 [[The activation function can then be applied to complete elements, with no
                   exchange in between]],
                 "It halves the size of the messages",
                 "The second matrix has more rows than columns"},
      answer = 2,
      worked = [[With rows first, each rank would have partial sums of every hidden element, and a
        nonlinear function of a partial sum is meaningless: an all-reduce would be needed before
        it as well as after.]]},
  },
}
