return card {
  seeds = {"S003-W20-C7"},
  sources = {
    "NVIDIA: *NVSHMEM documentation*: memory management, memory ordering, signaling operations, environment variables",
    "NVIDIA: *Improving Network Performance of HPC Systems Using NVIDIA Magnum IO NVSHMEM and GPUDirect Async*, 2022",
    "*OpenSHMEM Application Programming Interface*, version 1.5, whose model this is",
  },
  ephemeral = {{"Names of the calls, defaults and transports of NVSHMEM 3", as_of = "2026-11"}},
  facts = function(hw)
    local f = {heap = 2^30, port = hw.ib_ndr.bw_dir, launch = hw.h200_time.launch, tiles = 16, mm = 12e-6, put = 9e-6}
    f.after = f.tiles*f.mm + f.tiles*f.put
    f.overlap = function(n, mm, put) return mm + (n - 1)*math.max(mm, put) + put end
    f.full = function(rate) return f.port/rate end
    return f
  end,
  questions = {
    q.num{id = "overlap", unit = "us", rtol = .01, seed = "S003-W20-C7",
      ask = [[A kernel computes {{= p.n}} tiles of {{= p.mm}} µs each, one after the other. As soon as a tile is done
        it is put to a neighbour, {{= p.put}} µs of wire each, one after the other. When has the last tile arrived?]],
      vary = {n = {8, 12}, mm = {10, 6}, put = {7, 9}},
      answer = function(f, p) return f.overlap(p.n, p.mm, p.put) end,
      wrong = {{value = function(f, p) return p.n*(p.mm + p.put) end,
                hint = "That is one after the other, with two kernels."},
               {value = function(f, p) return p.n*math.max(p.mm, p.put) end,
                hint = "The first tile cannot be sent before it is there, the last not computed while it travels."}},
      worked = [[{{= p.mm}} + {{= p.n - 1}} · {{= math.max(p.mm, p.put)}} + {{= p.put}} =
        {{= n(f.overlap(p.n, p.mm, p.put))}} µs.]]},

    q.num{id = "heap", unit = "MiB", rtol = .01, seed = "S003-W20-C7",
      ask = [[Tokens are dispatched to experts. Each of {{= p.P}} PEs has room for {{= n(p.t)}} tokens *from each* PE,
        itself included; a token is {{= n(p.d)}} bf16 numbers. How many MiB of the symmetric heap does this
        take on each PE?]],
      vary = {P = {8, 16, 32}, t = {128, 256}, d = {4096, 7168}},
      answer = function(f, p) return p.P*p.t*p.d*2/2^20 end,
      wrong = {{value = function(f, p) return p.t*p.d*2/2^20 end,
                hint = "From each of them: nobody asks before a put."},
               {value = function(f, p) return p.P*p.t*p.d/2^20 end, hint = "bf16 has two bytes."}},
      worked = [[{{= p.P}} · {{= n(p.t)}} · {{= n(2*p.d)}} B = {{= n(p.P*p.t*p.d*2/2^20, 0)}} MiB, of
        {{= n(f.heap/2^20)}} by default. Twice that, if a second batch comes while the first is still read.]]},

    q.num{id = "message", unit = "kB", rtol = .01, seed = "S003-W20-C7",
      ask = [[A NIC of {{= n(8*f.port/1e9)}} Gb/s is fed {{= p.r}} million puts a second. How large must each be to fill
        the port?]],
      vary = {r = {2, 5, 20}},
      answer = function(f, p) return f.full(p.r*1e6)/1e3 end,
      wrong = {{value = function(f, p) return 8*f.full(p.r*1e6)/1e3 end, hint = "Gb are bits."},
               {value = function(f, p) return p.r*1e6/f.port*1e3 end, hint = "Bytes a second over puts a second."}},
      worked = "{{= n(f.port/1e9)}} GB/s / {{= p.r}} million = {{= n(f.full(p.r*1e6)/1e3, 1)}} kB."},

    q.choice{id = "fence", seed = "S003-W20-C7",
      ask = [[A thread puts data with `_nbi`, calls `nvshmem_fence()`, and overwrites its source. What is wrong?]],
      options = {"nothing", "fence orders deliveries; only quiet says that the source has been read",
                 "fence must be called by the whole block"},
      answer = 2,
      wrong = {{value = 1, hint = "Which of the two calls waits for anything?"},
               {value = 3, hint = "There is no such rule, and it would not help."}},
      worked = "`nvshmem_quiet()` completes. A fence promises an order to each PE; all may still be on its way."},

    q.choice{id = "signal", seed = "S003-W20-C7",
      ask = [[PE 0 puts a tile, then puts a 1 into a flag of PE 1, with nothing in between. PE 1 sees the 1. Is the
        tile there?]],
      options = {"yes: puts of one thread arrive in order", "not necessarily: a fence, or put-with-signal, is missing",
                 "yes, on NVLink and on the network"},
      answer = 2,
      wrong = {{value = 1, hint = "The documentation promises an order between puts before and after a *fence*."},
               {value = 3, hint = "What you have seen on one machine is no promise."}},
      worked = "It works on one node for months. On two nodes with more than one path it fails once in a million."},
  },
}
