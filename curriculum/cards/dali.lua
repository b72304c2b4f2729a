return card {
  seeds = {"S003-W24-C4"},
  readings = {{"dali"}},
  sources = {
    "NVIDIA: *DALI user guide*, `fn.decoders.image` (defaults of `hw_decoder_load` and `jpeg_fancy_upsampling`, " ..
        "Huffman decoding by nvJPEG), performance tuning, `prefetch_queue_depth`",
  },
  ephemeral = {{"Names and defaults of DALI's operators (1.45 and the current guide)", as_of = "2026-11"}},
  facts = function()
    local f = {rate = 3000, core = 150, cores = 96, gpus = 8, hw = .65, jpeg = 110e3, batch = 256, depth = 2, ops = 3}
    f.u8, f.full = 224*224*3, 500*375*3
    f.f32 = 4*f.u8
    f.fed = f.cores/f.gpus*f.core/f.rate
    return f
  end,
  questions = {
    q.num{id = "cores", unit = "1", rtol = .01, seed = "S003-W24-C4",
      ask = [[{{= p.g}} GPUs take {{= n(p.r)}} pictures a second each; a core prepares {{= p.c}}. How many cores
        keep all of them busy?]],
      vary = {g = {4, 8}, r = {1500, 2400}, c = {100, 200}},
      answer = function(f, p) return p.g*p.r/p.c end,
      wrong = {{value = function(f, p) return p.r/p.c end, hint = "All GPUs of the server share its cores."}},
      worked = [[{{= p.g}} · {{= n(p.r)}} / {{= p.c}} = {{= n(p.g*p.r/p.c)}}.]]},

    q.num{id = "memory", unit = "MB", rtol = .01, seed = "S003-W24-C4",
      ask = [[Decoded pictures of {{= p.w}} × {{= p.h}}, three bytes a pixel, batches of {{= p.b}}, a queue of
        {{= f.depth}} batches. How many MB (10⁶) does this one stage hold on the GPU?]],
      vary = {w = {640, 1280}, h = {480, 720}, b = {64, 128}},
      answer = function(f, p) return p.w*p.h*3*p.b*f.depth/1e6 end,
      wrong = {{value = function(f, p) return p.w*p.h*3*p.b/1e6 end, hint = "One batch is used, another is filled."},
               {value = function(f, p) return p.w*p.h*3*4*p.b*f.depth/1e6 end, hint = "Bytes, not floats, so far."}},
      worked = [[{{= p.w}} · {{= p.h}} · 3 · {{= p.b}} · {{= f.depth}} B = {{= n(p.w*p.h*3*p.b*f.depth/1e6, 0)}} MB.]]},

    q.choice{id = "text", seed = "S003-W24-C4",
      ask = "A language model trains on ids from a mapped file, and the GPU waits for data a tenth of the time. " ..
            "Does DALI help?",
      options = {"yes, it prefetches", "no: there is nothing to decode; look at the storage and at the copy",
                 "yes, it reads faster than the page cache"},
      answer = 2,
      wrong = {{value = 1, hint = "So does one thread with two buffers."},
               {value = 3, hint = "What would it read that from?"}},
      worked = "Two bytes a token need no operator. Something else is slow, and can be measured."},

    q.choice{id = "drift", seed = "S003-W24-C4",
      ask = "A classifier trained with decoding on the GPU loses half a point behind a server that decodes with " ..
            "PIL. What do you compare first?",
      options = {"the weights of both", "the tensors that one file becomes on both paths", "the batch sizes"},
      answer = 2,
      wrong = {{value = 1, hint = "A quick check, and they are equal."},
               {value = 3, hint = "A network in evaluation mode does not see its batch."}},
      worked = "Decoder, chroma filter, resize filter, rounding: each may differ, and each shows in one picture."},
  },
}
