-- Where a large model's ranks wait for each other, and what overlaps with the wait.
return tour {
  id = "megatron-lm", commit = "d98e8a64ddf34856e74b24714e3bedb2f5a39553", date = "2026-08-22",
  licence = "a file of several licences, most of it BSD-3-Clause", seeds = {"S000-REPO-6", "S002-REPO-11"},
  labs = {"w07b-tp-mlp", "w07c-pipe-1f1b", "w08-zero", "c13-3d-planner"}, hours = 4, as_of = "2026-11",
  files = {
    {"megatron/core/tensor_parallel/mappings.py", bytes = 21396,
     sha256 = "a91d34138309d7873d7d58914f8082c89546b4222183b165c2d001ed41968641", minutes = 25,
     read = {{from = "_CopyToModelParallelRegion", why = "pairs: what is nothing forward is a collective backward"},
             {from = "_GatherFromSequenceParallelRegion", why = "one gather with two possible gradients"}}},
    {"megatron/core/tensor_parallel/layers.py", bytes = 64754,
     sha256 = "718ef74a9800486858a913f6bea971f3516977392d904b96c21d8c560be8ed24", minutes = 50,
     read = {{from = "LinearWithGradAccumulationAndAsyncCommunication",
              why = "a linear layer whose backward pass hides its collectives behind products"}}},
    {"megatron/core/tensor_parallel/cross_entropy.py", bytes = 9558,
     sha256 = "136feeeb3234d3d9d0e8b4fb91d82e88d4cb951e50f2a4d85ee6a5e0974b7f5d", minutes = 20,
     read = {{from = "VocabParallelCrossEntropy", why = "a loss over a vocabulary that no rank has whole"}}},
    {"megatron/core/pipeline_parallel/schedules.py", bytes = 109147,
     sha256 = "18829700a9c92a940f5a70e6d186aac753950d9cd90bf3021fe65dd0231c83a0", minutes = 75,
     read = {{from = "get_pp_rank_microbatches", why = "how many forwards come before the first backward"},
             {from = "deallocate_output_tensor", why = "a tensor of which only its history is wanted"},
             {from = "forward_backward_pipelining_with_interleaving", why = [[the largest schedule; read its three
        phases]]}}},
    {"megatron/core/distributed/distributed_data_parallel.py", bytes = 37833,
     sha256 = "e3f11d3c24ede0d58229fdcec03559c77664b470077d59b80406fe60fbd559f7", minutes = 30,
     read = {{from = "DistributedDataParallel", why = [[how large a bucket is, and why it grows with the
        replicas]]}}},
  },
  questions = {
    q.table{id = "vocab-loss", units = {"1", "MB"}, exact = {1},
      file = "megatron/core/tensor_parallel/cross_entropy.py", symbol = "VocabParallelCrossEntropy",
      ask = [[cross_entropy.py, the forward pass of `VocabParallelCrossEntropy` for {{= n(p.tokens)}} tokens and a
        vocabulary of 128,256 on 8 ranks, in floats: how many all-reduces are there, and how many bytes is one of
        them? Beside it, how many collectives and bytes would gathering the logits cost?]],
      vary = {tokens = {8192, 16384, 32768}},
      rows = {"as it is", [[gathering the logits (one collective; bytes of the whole)]]}, columns =
        {"collectives", "bytes of each"},
      answer = function(f, p) return {{3, p.tokens*4/1e6}, {1, p.tokens*128256*4/1e6}} end,
      wrong = {{cell = {1, 1}, value = 2, hint = "The maximum, the target's logit and the sum of exponentials."},
               {cell = {1, 2}, value = function(f, p) return p.tokens*128256/8*4/1e6 end,
                hint = "Only one number for each token travels."}},
      worked = [[Three all-reduces of one float for each token: the maximum, then the logit of the target (a rank
        that does not have it contributes 0), then the sum of exponentials: {{= n(p.tokens*4/1e6, 3)}} MB each,
        where the logits would be {{= n(p.tokens*128256*4/1e6, 0)}} MB. The maximum has to be first since both
        others use it. A rank without the target takes column 0 and writes a zero over it, so that no rank
        branches.]]},
    q.multi{id = "what-overlaps", file = "megatron/core/tensor_parallel/layers.py",
      symbol = "LinearWithGradAccumulationAndAsyncCommunication",
      ask = [[layers.py, backward of `LinearWithGradAccumulationAndAsyncCommunication` with sequence parallelism.
        What is so?]],
      options = {"The gather of the input runs beside the product that gives the input's gradient.",
                 "The scatter of the input's gradient runs beside the product that gives the weight's gradient.",
                 "The input was kept whole since the forward pass.",
                 "That the collective starts first rests on a limit of one hardware queue.",
                 "The weight's gradient has to wait for the scatter."},
      answer = {1, 2, 4},
      wrong = {{value = 3, hint = "Kept is the shard of this rank. What is the gather for?"},
               {value = 5, hint = "It needs the gathered input and the output's gradient, and both are there."}},
      worked = [[Only the shard of the input is kept, and that is what sequence parallelism saves. Backward gathers
        it while the input's gradient is computed, which does not need it; then that gradient is reduced and
        scattered while the weight's gradient is computed. Nothing in the code orders collective and product on the
        GPU: the launch order does, and it holds with CUDA_DEVICE_MAX_CONNECTIONS=1 alone. Without it the overlap is
        lost, and nothing tells you.]]},
    q.table{id = "warm-up", unit = "1", file = "megatron/core/pipeline_parallel/schedules.py",
      symbol = "get_pp_rank_microbatches",
      ask = [[schedules.py, `get_pp_rank_microbatches`: {{= p.p}} pipeline ranks, {{= p.v}} chunks a rank, groups of
        {{= p.p}} micro-batches, more micro-batches than enough, rank 0. How many forward passes of a chunk come
        before the first backward pass, and how many full stages' activations are under way at the most? And without
        interleaving?]],
      vary = {p = {4, 8}, v = {2, 4}},
      rows = {"interleaved", "without interleaving"}, columns = {"warm-up forwards", "stages under way"},
      answer = function(f, p)
        local warm = 2*(p.p - 1) + (p.v - 1)*p.p
        return {{warm, (warm + 1)/p.v}, {p.p - 1, p.p}}
      end,
      wrong = {{cell = {1, 1}, value = function(f, p) return p.p - 1 + (p.v - 1)*p.p end,
                hint = [[The distance to the last rank counts twice: a chunk goes there and its gradient comes
        back.]]},
               {cell = {1, 2}, value = function(f, p) return 2*(p.p - 1) + (p.v - 1)*p.p + 1 end,
                hint = "Each is a chunk, and a stage has {{= p.v}} of them."}},
      worked = [[2 × ({{= p.p}} − 1) + ({{= p.v}} − 1) × {{= p.p}} = {{= 2*(p.p - 1) + (p.v - 1)*p.p}} forwards, and
        one more before the first backward ends: {{= 2*(p.p - 1) + (p.v - 1)*p.p + 1}} chunks of a stage's {{=
        n(p.v)}} are {{= n((2*(p.p - 1) + (p.v - 1)*p.p + 1)/p.v, 2)}} stages. The plain schedule has {{= p.p - 1}}
        and {{= p.p}}. A smaller bubble is paid with activations and with {{= p.v}} times as many messages.]]},
    q.multi{id = "gather-backward", file = "megatron/core/tensor_parallel/mappings.py",
      symbol = "_GatherFromSequenceParallelRegion",
      ask = [[mappings.py, `_GatherFromSequenceParallelRegion`: what does its backward pass do, and when?]],
      options = {"A reduce-scatter, if what follows the gather is computed in parallel by parts.",
                 "A plain split, if every rank computes the same behind the gather.",
                 "An all-gather, as in the forward pass.",
                 [[With the wrong flag the gradients are too large by the number of ranks, or lack parts, and
        nothing fails.]],
                 "With the wrong flag the shapes do not fit, and the step stops."},
      answer = {1, 2, 4},
      wrong = {{value = 3, hint = "The gradient is whole on each rank and has to become a shard again."},
               {value = 5, hint = "Both ways give a shard of the same shape."}},
      worked = [[If what follows is tensor parallel, each rank has a part of the sum that is the gradient: reduce
        and scatter. If what follows is the same everywhere, each rank has the whole gradient already, and summing
        would multiply it by the number of ranks. Both give a shard of the same shape, so that a wrong flag is a
        wrong learning rate for half of the network and no error.]]},
    q.num{id = "bucket", unit = "MB", file = "megatron/core/distributed/distributed_data_parallel.py",
      symbol = "DistributedDataParallel",
      ask = [[distributed_data_parallel.py, `DistributedDataParallel` with overlap and nothing said of buckets, {{=
        p.ranks}} replicas: how many bytes of gradients in 32 bits are in a bucket, at least?]],
      vary = {ranks = {16, 64, 256, 512}},
      answer = function(f, p) return math.max(40e6, 1e6*p.ranks)*4/1e6 end,
      wrong = {{value = function(f, p) return math.min(40e6, 1e6*p.ranks)*4/1e6 end,
                hint = "The larger of two numbers of parameters: one fixed, one for each replica."},
               {value = function(f, p) return math.max(40e6, 1e6*p.ranks)/1e6 end,
                hint = "The limit counts parameters, and each has a gradient of 4 bytes."}},
      worked = [[The limit is max(40 million, 1 million × {{= p.ranks}}) = {{= n(math.max(40, p.ranks))}} million
        parameters, {{= n(math.max(40, p.ranks)*4)}} MB. A ring cuts a bucket into as many pieces as there are
        replicas, so that a fixed bucket would mean ever smaller messages. Without overlap there is no limit at all:
        one bucket, one collective.]]},
  },
}
