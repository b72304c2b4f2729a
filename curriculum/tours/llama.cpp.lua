-- What a weight of four bits is, who gets six, and how a product reads both.
return tour {
  id = "llama.cpp", commit = "c392e5094deaf2d1a7c18683214f007fad3fe42b", date = "2025-02-20", licence = "MIT",
  seeds = {"S000-REPO-5"}, labs = {"w05-int8-outliers", "c08-gptq", "w31-fp8-kquant", "w31c-kquant-gemv"}, hours = 3,
  as_of = "2026-11",
  files = {
    {"ggml/src/ggml-common.h", bytes = 133129,
     sha256 = "7ece35fcab2f17e47e9ac693f280f1a62441733cf3167c300270ba12a405018d", minutes = 20,
     read = {{from = "block_q4_K", why = "the bytes of 256 weights; add them up"},
             {from = "block_q6_K", why = "the same with two more bits and other scales"}}},
    {"ggml/src/ggml-quants.c", bytes = 213632,
     sha256 = "923b7c8d7e6abf241686cb9e239f2d1505f4a61f72309e44ddea0c7010e5a11d", minutes = 60,
     read = {{from = "make_qkx2_quants", why = "a search for scale and minimum, with weights"},
             {from = "quantize_row_q4_K_ref", why = "the codes are made twice; find out why"},
             {from = "quantize_row_q8_K_ref", why = "what the other factor of the product looks like"}}},
    {"src/llama-quant.cpp", bytes = 43280,
     sha256 = "0390dde3d0312012b02d1c8c39d485d7d084996cae207bbc703bf9c665dae5d0", minutes = 25,
     read = {{from = "llama_tensor_get_type", why = "which tensor gets more bits, and in which layers"}}},
    {"ggml/src/ggml-cuda/vecdotq.cuh", bytes = 39115,
     sha256 = "f97d85bc94917df3816fcbc934f5f3c667b7ff88ee4c1a7aeac8f81bc4772dd9", minutes = 30,
     read = {{from = "vec_dot_q4_K_q8_1", why = "integers are multiplied; scales come once for many"}}},
    {"ggml/src/ggml-cuda/mmvq.cu", bytes = 19226,
     sha256 = "d475ad9accd135079bcf592d635a4598416612f5b7dab34de3a9dc9ef9568b2a", minutes = 25,
     read = {{from = "mul_mat_vec_q", why = "how a row is shared out over the threads of a block"}}},
  },
  facts = function()
    local f = {}
    local d, kv, ffn, vocab = 4096, 1024, 14336, 128256
    function f.more(layers)
      local count = 0
      for i = 0, layers - 1 do
        local middle = i >= layers // 8 and (i - layers // 8) % 3 == 2
        if i < layers // 8 or i >= 7*layers // 8 or middle then count = count + 1 end
      end
      return count
    end
    function f.gb(layers, more)
      local all = layers*(2*d*d + 2*d*kv + 3*d*ffn) + 2*d*vocab
      local six = d*vocab + more*(d*kv + d*ffn)
      return (six*6.5625 + (all - six)*4.5)/8/1e9
    end
    return f
  end,
  questions = {
    q.table{id = "mixture", units = {"1", "GB"}, exact = {1}, rtol = .004, file = "src/llama-quant.cpp",
      symbol = "llama_tensor_get_type",
      ask = [[src/llama-quant.cpp, `llama_tensor_get_type` for Q4_K_M: a model of the shape of Llama 3 8B (width
        4096, keys and values 1024, hidden 14,336, vocabulary 128,256, an output matrix of its own) with {{= p.L}}
        layers. In how many layers have attn_v and ffn_down six bits? How large are all matrices, when the output
        has Q6_K and the rest Q4_K? See ggml-common.h for the bits of a block.]],
      vary = {L = {24, 32, 40}},
      rows = {"{{= p.L}} layers"}, columns = {"layers with more bits", "all matrices"},
      answer = function(f, p) return {{f.more(p.L), f.gb(p.L, f.more(p.L))}} end,
      wrong = {{cell = {1, 1}, value = function(f, p) return 2*(p.L // 8) end,
                hint = "The first and the last eighth, and every third layer between them."},
               {cell = {1, 2}, value = function(f, p) return f.gb(p.L, 0) end,
                hint = "That has six bits in the output alone."},
               {cell = {1, 2}, value = function(f, p) return f.gb(p.L, p.L) end,
                hint = "Not every layer has them."}},
      worked = [[`use_more_bits` takes the first eighth, the last eighth and every third layer between: {{=
        f.more(p.L)}} of {{= p.L}}. A block of Q4_K has 144 bytes for 256 weights, 4.5 bits; one of Q6_K has 210,
        6.5625 bits. Together {{= n(f.gb(p.L, f.more(p.L)), 2)}} GB, without what describes them. "Four bits" is the
        name of the format, not of the file.]]},
    q.num{id = "clamped-minimum", unit = "1", file = "ggml/src/ggml-quants.c", symbol = "make_qkx2_quants",
      ask = [[ggml/src/ggml-quants.c, `make_qkx2_quants` as Q4_K calls it: 32 weights lie between {{= 0.9*p.top}}
        and {{= p.top}}. Which step does it try first, before its search?]],
      vary = {top = {0.5, 1.0, 2.0, 4.0}},
      answer = function(f, p) return p.top/15 end, rtol = .005,
      wrong = {{value = function(f, p) return 0.1*p.top/15 end,
                hint = "That is an affine code. What happens to a minimum above zero?"},
               {value = function(f, p) return p.top/16 end, hint = [[Sixteen codes have fifteen steps between
        them.]]}},
      worked = [[The minimum is stored as something to subtract, as a magnitude, so one above zero is taken as zero:
        the codes reach from 0 to {{= p.top}}, in steps of {{= p.top}}/15 = {{= n(p.top/15, 4)}}. An affine code
        would have had a step ten times smaller. Weights of a trained matrix lie on both sides of zero, so that this
        case hardly occurs; in something that is no weight matrix it would.]]},
    q.multi{id = "codes-twice", file = "ggml/src/ggml-quants.c", symbol = "quantize_row_q4_K_ref",
      ask = [[ggml/src/ggml-quants.c, `quantize_row_q4_K_ref`: the codes of a block are computed twice. What is so?]],
      options = {"The first time they serve to find scale and minimum of each 32 weights.",
                 "Scales and minima are then rounded to 6 bits.",
                 "The second time they are chosen against the rounded scales.",
                 "The second time corrects an overflow of the first.",
                 "Without the second time the codes would fit scales that nobody stores."},
      answer = {1, 2, 3, 5},
      wrong = {{value = 4, hint = "Both times are clamped. Look at what lies between them."}},
      worked = [[A search finds the best scale and minimum of each of the eight parts. These sixteen numbers are
        rounded to 6 bits with two halves in common, and that moves every grid a little. The codes are therefore
        chosen again, against the grid as it will be read. The same order, parameters first and then codes against
        what is stored, is what any quantizer of two levels needs.]]},
    q.num{id = "turns", unit = "1", file = "ggml/src/ggml-cuda/mmvq.cu", symbol = "mul_mat_vec_q", rtol = 0,
      ask = [[ggml/src/ggml-cuda/mmvq.cu, `mul_mat_vec_q` for Q4_K and one vector, on an NVIDIA GPU: how many turns
        of the loop over blocks does a thread with index 0 do in a row of {{= n(p.K)}} weights? QI4_K stands in
        ggml-common.h, the VDR of Q4_K in vecdotq.cuh.]],
      vary = {K = {4096, 8192, 14336, 28672}},
      answer = function(f, p) return -(-(p.K // 256) // 8) end,
      wrong = {{value = function(f, p) return -(-(p.K // 256) // 4) end,
                hint = "A block of 256 weights has QI / VDR = 32 / 2 threads, not 32."},
               {value = function(f, p) return p.K // 256 end, hint = [[One vector has four warps, which share a
        row.]]}},
      worked = [[A block of 256 weights is worked on by QI / VDR = 32 / 2 = 16 threads. With four warps, 128 threads
        take 8 blocks at a time: {{= n(p.K // 256)}} blocks are {{= -(-(p.K // 256) // 8)}} turns. So few turns mean
        that the launch and the final sum over four warps weigh: for short rows that is a good part of the time.]]},
    q.multi{id = "odd-rows", file = "src/llama-quant.cpp", symbol = "llama_tensor_get_type",
      ask = [[src/llama-quant.cpp, `llama_tensor_get_type`, and `quantize_row_q8_K_ref` of ggml-quants.c: which are
        so?]],
      options = {"A matrix whose rows are no multiple of 256 gets Q5_0 where Q4_K was meant.",
                 "And Q8_0 where Q6_K was meant.",
                 "Such rows are padded with zeros to the next multiple of 256.",
                 "The sums of 16 activations let the minima be subtracted without a second pass over the codes.",
                 "The largest activation of a block becomes code −127."},
      answer = {1, 2, 4, 5},
      wrong = {{value = 3, hint = "Look for the word fallback near the end of the function."}},
      worked = [[Blocks of 256 need rows of such a multiple; else the format falls back to blocks of 32 with about
        as many bits: Q5_0 and Q8_0. A weight is scale times code minus minimum, so a product is a sum over codes
        minus the minimum times the sum of the activations: with those sums stored, a row is read once. The scale of
        the activations is negative when their largest is positive, which no product notices.]]},
  },
}
