-- Products of eight bits on a CPU and what they lose, and a cache for rows of a table that does not fit.
return tour {
  id = "fbgemm", commit = "71d6f8b229d964e61cac24df9bbd2ffcc4b4d378", date = "2026-08-21", licence = "BSD-3-Clause",
  seeds = {"S002-REPO-6"}, labs = {"w05-int8-outliers", "g10-int8-gemm", "w30-kv-evict"}, hours = 3,
  as_of = "2026-11",
  files = {
    {"src/PackAMatrix.cc", bytes = 7175,
     sha256 = "abf0bb04b424d9ef515a5bed7875f3cc4c2bbb1f7c8fab4afdf5bc8fa31fd2f7", minutes = 20,
     read = {{from = "pack", why = [[a block is copied into the order of its reader; the comment about the
        filling]]}}},
    {"src/PackAWithRowOffset.cc", bytes = 7916,
     sha256 = "bf6e020bd61b7dd5e0120939e29755641d40ad834971010919051b7cfafbae76", minutes = 20,
     read = {{from = "row_offset_acc", why = "a sum that is needed later is taken while the bytes pass by"}}},
    {"src/GenerateKernelU8S8S32ACC32.cc", bytes = 12859,
     sha256 = "e8ae0f69922a8bcf442dc77aaf573a0691fd5c38da4b7172ea2bfb6225dc53d5", minutes = 30,
     read = {{from = "vpmaddubsw", why = "three instructions that are written at run time"}}},
    {"src/GenerateKernelU8S8S32ACC16.cc", bytes = 11195,
     sha256 = "401353585e9d2d1f0012f1d03a93609a5bd99dc4e8e37735631ed6a732ed31a8", minutes = 25,
     read = {{from = "vpaddsw", why = "two instructions, and a sum of 16 bits that saturates"}}},
    {"include/fbgemm/FbgemmI8Spmdm.h", bytes = 3437,
     sha256 = "d37779f30b43ebf36d12b6a6ab2f10dc309c620b16d37f740a7c536572b4b2af", minutes = 10,
     read = {{from = "CompressedSparseColumn", why = "where the weights go that are too large for such sums"}}},
    {"fbgemm_gpu/src/split_embeddings_cache/lru_cache_find.cu", bytes = 9646,
     sha256 = "317a02716dbf60013205f522136244cf4d0de7f286e1be7593f1ce876c55ea8a", minutes = 25,
     read = {{from = "lru_cache_find_uncached_kernel", why = "a warp looks at a whole set at once"}}},
    {"fbgemm_gpu/src/split_embeddings_cache/lru_cache_populate.cu", bytes = 13390,
     sha256 = "98af6f5347927aeef10016a1bc61b40c8b45f778efdae5a9e46763dec12a4f1b", minutes = 35,
     read = {{from = "lru_cache_insert_kernel", why = "who is evicted, and who cannot be"}}},
  },
  questions = {
    q.num{id = "pair", unit = "1", rtol = 0, file = "src/GenerateKernelU8S8S32ACC16.cc", symbol = "vpmaddubsw",
      ask = [[src/GenerateKernelU8S8S32ACC16.cc, `vpmaddubsw`: it multiplies unsigned by signed bytes and adds two
        neighbouring products into 16 signed bits, with saturation. Activations are at most {{= p.a}}. What is the
        largest magnitude of weights with which no pair of products can saturate?]],
      vary = {a = {255, 200, 160}},
      answer = function(f, p) return 32767 // (2*p.a) end,
      wrong = {{value = function(f, p) return 32767 // p.a end, hint = [[Two products are added before anything is
        widened.]]},
               {value = 127, hint = "Then a pair reaches {{= n(2*127*p.a)}}."}},
      worked = [[2 × {{= p.a}} × w must stay at or below 32,767: w = {{= 32767 // (2*p.a)}}. (Downwards there is one
        more, which no pair reaches first.) A seventh bit is therefore about as much as weights may have here; with
        all eight, two large neighbours saturate. The first instruction is the same in both kernels, so that sums of
        32 bits do not help a pair that was lost before.]]},
    q.num{id = "sixteen-bits", unit = "1", rtol = 0, file = "src/GenerateKernelU8S8S32ACC16.cc", symbol = "vpaddsw",
      ask = [[src/GenerateKernelU8S8S32ACC16.cc, `vpaddsw`: activations up to 255, dense weights up to {{= p.w}} in
        magnitude. How many pairs of products can a sum of 16 bits take before it may saturate?]],
      vary = {w = {3, 7, 15, 31}},
      answer = function(f, p) return 32767 // (2*255*p.w) end,
      wrong = {{value = function(f, p) return 32767 // (255*p.w) end, hint = "A pair has two products."},
               {value = function(f, p) return 65535 // (2*255*p.w) end, hint = "The sum has a sign."}},
      worked = [[A pair is at most 2 × 255 × {{= p.w}} = {{= n(2*255*p.w)}}, and 32,767 holds {{= 32767 //
        (2*255*p.w)}} of them. So few in the worst case, and seldom in practice: signs differ. The library makes it
        rarer by splitting the weights: what is small stays dense and is summed in 16 bits, what is large goes into
        a sparse matrix with sums of 32. Two instructions in place of three for nearly all of the work.]]},
    q.multi{id = "row-sums", file = "src/PackAWithRowOffset.cc", symbol = "row_offset_acc",
      ask = [[src/PackAWithRowOffset.cc, `row_offset_acc`, and the comment in PackAMatrix.cc: which are so?]],
      options = {"The sums of A's rows are needed because B has a zero point.",
                 "They are taken while A is packed, so that A is read once.",
                 "They go on from block to block along K, and begin anew with each group.",
                 "Columns up to the interleaving are filled with 0, since the true length enters the correction.",
                 "Columns are filled with A's zero point.",
                 "The sums are kept in 16 bits."},
      answer = {1, 2, 3, 4},
      wrong = {{value = 5, hint = "That would be right if the padded length entered the correction."},
               {value = 6, hint = "Look at the type of the buffer."}},
      worked = [[With zero points the product of two rows is Σab − z_b Σa − z_a Σb + K z_a z_b. Σb belongs to the
        weights and is computed once for ever, Σa has to be computed for each call, and packing has the bytes in
        hand anyhow. Both ways of filling are right, as the comment shows with numbers, as long as K is the length
        that fits: 0 and the true one.]]},
    q.multi{id = "widening", file = "src/GenerateKernelU8S8S32ACC32.cc", symbol = "vpmaddwd",
      ask = [[src/GenerateKernelU8S8S32ACC32.cc, `vpmaddwd` and its neighbours: which are so?]],
      options = {"`vpmaddwd` with ones adds neighbours and widens to 32 bits.",
                 "Three instructions do what the 16-bit kernel does in two.",
                 "A pair of products can saturate here, too.",
                 "With sums of 32 bits nothing can saturate.",
                 "The code is generated when it is first needed, for the sizes at hand.",
                 "The multiplication by ones is left out when all weights are positive."},
      answer = {1, 2, 3, 5},
      wrong = {{value = 4, hint = "Which instruction comes first, and how wide is what it gives?"},
               {value = 6, hint = "It is there for the widening, whatever the values are."}},
      worked = [[Bytes times bytes into 16 bits, 16 bits times one into 32, then an addition: the middle one is
        there for its widening. Between the first and the second a pair may saturate, which many people do not
        expect of a product "with 32-bit sums". The instruction of newer CPUs does all three at once and has no such
        place in the middle. A kernel is written for a tile's exact rows and columns and kept by them: edge tiles
        have kernels of their own.]]},
    q.table{id = "conflicts", unit = "1", exact = {1, 2},
      file = "fbgemm_gpu/src/split_embeddings_cache/lru_cache_populate.cu", symbol = "lru_cache_insert_kernel",
      ask = [[lru_cache_populate.cu, `lru_cache_insert_kernel`, warps of 32, no locks: {{= p.old}} of a set's slots
        were used by rows of this very batch (found by the kernel before), and so many other rows of the batch that
        are not there fall into the same set. How many are inserted, and how many are conflict misses?]],
      vary = {old = {4, 10, 20}},
      rows = {"8 rows", "20 rows", "40 rows"}, columns = {"inserted", "conflict misses"},
      answer = function(f, p)
        local out = {}
        for k, rows in ipairs({8, 20, 40}) do
          local put = math.min(rows, 32 - p.old)
          out[k] = {put, rows - put}
        end
        return out
      end,
      wrong = {{cell = {3, 1}, value = 32, hint = "Slots that this batch has used are not evicted."},
               {cell = {3, 2}, value = 8, hint = "Slots that this batch has used are not evicted."},
               {cell = {3, 1}, value = 40, hint = "A set has as many slots as a warp has lanes."}},
      worked = [[A set has 32 slots, one a lane. They are sorted by their last use within the warp, and rows are put
        in from the oldest slot on, until one is reached whose time is this batch's: {{= 32 - p.old}} are free to
        take. 8 rows: {{= math.min(8, 32 - p.old)}} inserted. 20: {{= math.min(20, 32 - p.old)}}. 40: {{=
        math.min(40, 32 - p.old)}}, and {{= 40 - math.min(40, 32 - p.old)}} are read from far memory in this step.
        That is no error: a miss by conflict is slow, and counted.]]},
  },
}
