-- From the first kernel of a training step to its last all-reduce.
return tour {
  id = "llm.c", commit = "f1e2ace651495b74ae22d45d1723443fd00ecd3a", date = "2025-05-10", licence = "MIT",
  seeds = {"S000-REPO-1"},
  labs = {"c11-transformer-fwd", "w08b-mixed-precision", "w28b-logp-gather", "w07-ddp-overlap"},
  hours = 3, as_of = "2026-11",
  files = {
    {"train_gpt2.cu", bytes = 104649,
     sha256 = "c85ab07c2b0f35229a2ab2e3547dce3598190303341d6529c2ef4b0ac042cafa", minutes = 40,
     read = {{from = "gpt2_forward", why = "a whole forward pass as a list of kernel launches on one stream"},
             {from = "gpt2_backward_and_reduce", why = "the list backwards, and where a layer's gradients leave"},
             {from = "fill_in_activation_sizes", why = "every tensor that is kept, and what -r takes away"}}},
    {"llmc/fused_classifier.cuh", bytes = 6800,
     sha256 = "64e591d812bc530b5bdba07eb6baa6c8ffaab4d3150276f6e5e58dc5ccc609f9", minutes = 20,
     read = {{from = "fused_classifier_kernel5", why = [[softmax, loss and gradient in one pass over a row, in
        place]]}}},
    {"llmc/matmul.cuh", bytes = 14117,
     sha256 = "56a506fe614ec25370a3475ea893a0c0655bc0beadf3b3ee49bb5f27e4160342", minutes = 20,
     read = {{from = "matmul_backward", why = [[which product adds to what is there and which writes over it; where
        the bias goes]]}}},
    {"llmc/adamw.cuh", bytes = 5477,
     sha256 = "08a7ddbc007c092006a0ba096dc644fe12939eb793f323c3f02eb611fad24fbb", minutes = 15,
     read = {{from = "adamw_update", why = "one thread a parameter; the master copy is optional"}}},
    {"llmc/cuda_utils.cuh", bytes = 11247,
     sha256 = "01d0bbf3498acd67694e78a4e20f4e20fe4a20ad5e9910dacb1d94e50f8d22e4", minutes = 15,
     read = {{from = "stochastic_rounding", why = "how a random number decides the last bit"},
             {from = "Get2dNoiseUint", why = "where that number comes from, without a state"}}},
    {"llmc/zero.cuh", bytes = 23059,
     sha256 = "db46ddf5c15053d66cfa3679f79b895538a6b7a9ce7fe7f757f0400680607613", minutes = 30,
     read = {{from = "multi_gpu_async_reduce_gradient", why = "an event, a group, two collectives"},
             {from = "multi_gpu_get_shard_offset", why = "who owns what in stage 1"}}},
  },
  questions = {
    q.num{id = "logit-traffic", unit = "GB", file = "llmc/fused_classifier.cuh", symbol = "fused_classifier_kernel5",
      ask = [[llmc/fused_classifier.cuh, `fused_classifier_kernel5` as `fused_classifier` launches it for training:
        {{= n(p.rows)}} rows of 50,257 logits in bf16. Count each pass over the logits as if nothing of them stayed
        in a cache. How many bytes of logits does the kernel read and write together? The remainder of a row and the
        one logit of the target count as nothing.]],
      vary = {rows = {16384, 32768, 65536}},
      answer = function(f, p) return 3*p.rows*50257*2/1e9 end,
      wrong = {{value = function(f, p) return 2*p.rows*50257*2/1e9 end,
                hint = "One read is not enough: how does the second loop get a logit after the sum is known?"},
               {value = function(f, p) return 4*p.rows*50257*2/1e9 end,
                hint = "What is launched passes no place for the probabilities, so nobody writes them."}},
      worked = [[The first loop reads the row for its maximum and sum, the second reads it again and writes the
        gradient over it: 3 × {{= n(p.rows)}} × 50,257 × 2 bytes = {{= n(3*p.rows*50257*2/1e9, 2)}} GB. No tensor of
        probabilities exists. Block 0 takes the last row because the product before wrote that one last, so that it
        may still be in the cache; and the stores are marked as not worth keeping, which leaves the room to rows
        that are read twice.]]},
    q.multi{id = "barrier", file = "llmc/fused_classifier.cuh", symbol = "fused_classifier_kernel5",
      ask = [[llmc/fused_classifier.cuh: the barrier in `fused_classifier_kernel5` is taken away. What of this is
        true?]],
      options = {"Another warp may have written a gradient where thread 0 still has to read the target's logit.",
                 "With a row's maximum below about −90 the loss can become infinite.",
                 "The gradients of the row come out wrong.",
                 "The block's sum of exponentials is not complete when it is used.",
                 "A loss may be wrong although the step that follows uses right gradients."},
      answer = {1, 2, 5},
      wrong = {{value = 3, hint = "Each gradient is made from the logit that the same thread reads just before."},
               {value = 4, hint = [[The reduction of the sum has a barrier of its own, inside the function that does
        it.]]}},
      worked = [[Thread 0 reads one logit for the loss while the others go on to overwrite logits with gradients,
        which lie between −1 and 1. The exponent is then gradient − maximum instead of logit − maximum: with a
        maximum below −90 it is exp of 90 and more, too large for a float, and the loss is infinite. The gradients
        do not depend on that read, so training goes on and only the printed curve is broken: the worst kind of race
        to find.]]},
    q.table{id = "recompute", unit = "GB", file = "train_gpt2.cu", symbol = "fill_in_activation_sizes",
      ask = [[train_gpt2.cu, `fill_in_activation_sizes`: GPT-2 124M (12 layers, 768 channels), B = {{= p.B}}, T =
        1024, bf16. What does `-r 1` save beside `-r 0`, and what does `-r 2` save beside `-r 1`?]],
      vary = {B = {16, 32, 64}},
      rows = {"-r 1 beside -r 0", "-r 2 beside -r 1"}, columns = {"saved"},
      answer = function(f, p)
        local btc = p.B*1024*768
        return {{11*btc*4*2/1e9}, {2*12*btc*2/1e9}}
      end,
      wrong = {{cell = {1, 1}, value = function(f, p) return 12*p.B*1024*768*4*2/1e9 end,
                hint = "One layer's buffer is still needed: all layers share it."},
               {cell = {2, 1}, value = function(f, p) return 12*p.B*1024*768*2/1e9 end,
                hint = "A block has two norms."},
               {cell = {1, 1}, value = function(f, p) return 11*p.B*1024*768*2/1e9 end,
                hint = "The hidden layer is four times as wide as the model."}},
      worked = [[`-r 1` keeps one gelu output for all layers in place of twelve: 11 × BT × 4C × 2 bytes = {{=
        n(11*p.B*1024*768*8/1e9, 2)}} GB. `-r 2` drops the outputs of both norms of all layers, 2 × 12 × BT × C × 2
        bytes = {{= n(24*p.B*1024*768*2/1e9, 2)}} GB; their scratch is a buffer that exists anyhow. The means and
        inverse deviations stay: they are a number a row, and with them a norm is recomputed without a reduction.]]},
    q.num{id = "coin", unit = "1", file = "llmc/cuda_utils.cuh", symbol = "stochastic_rounding",
      ask = [[llmc/cuda_utils.cuh, `stochastic_rounding` to bf16: with what probability is 1 + 2^−{{= p.k}} rounded
        up?]],
      vary = {k = {9, 10, 11}},
      answer = function(f, p) return 2.0^(7 - p.k) end,
      wrong = {{value = 0.5, hint = [[That is a coin. The low half of the number's bits is compared with the random
        one.]]},
               {value = function(f, p) return 1 - 2.0^(7 - p.k) end, hint = [[That is how often it is rounded
        down.]]}},
      worked = [[A float has 16 bits below bf16's last, and 2^−{{= p.k}} is bit {{= 23 - p.k}} of the 23 behind the
        point: the low half is {{= n(2^(23 - p.k))}}. It is rounded up when the low half is larger than 16 random
        bits, so in {{= n(2^(23 - p.k))}} of 65,536 cases: {{= tostring(2.0^(7 - p.k))}}. On average nothing is
        lost, which is the point: an update of less than half a step would otherwise never move the weight. One
        thing to notice: the second index of the noise adds blockIdx.y to blockIdx.x · blockDim.x, so two slices 512
        apart would share their numbers.]]},
    q.multi{id = "overlap", file = "llmc/zero.cuh", symbol = "multi_gpu_async_reduce_gradient",
      ask = [[llmc/zero.cuh, `multi_gpu_async_reduce_gradient`, and who calls it in train_gpt2.cu. What of this is
        so?]],
      options = {"Gradients are reduced after the last micro-step only.",
                 "The host waits for each layer's reduction before it launches the next layer's backward.",
                 "The NCCL stream waits for an event of the compute stream.",
                 "In stage 1 each process ends with the average of its own shard, in place.",
                 "All twelve layers are reduced in one group at the end.",
                 "The embeddings' gradients go last, since the first layer's backward still adds to them."},
      answer = {1, 3, 4, 6},
      wrong = {{value = 2, hint = "An event is recorded and the other stream waits for it; the host goes on."},
               {value = 5, hint = [[Then nothing could overlap. Look at where the call stands in the loop over
        layers.]]}},
      worked = [[The call stands inside the loop over layers and does something in the last micro-step alone: until
        then gradients only add up. An event marks how far the compute stream is, the NCCL stream waits for it, and
        the host goes on launching the next layer's backward. A group of calls becomes one launch. Stage 0 reduces
        everywhere, stage 1 scatters: a process keeps the average of its shard where that shard lies. The host waits
        once, at the end of the step.]]},
  },
}
