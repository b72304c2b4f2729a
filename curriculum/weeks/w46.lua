return week {
  n = 46, part = 6, title = "Memory management and allocators", seeds = {"S003-W46"},
  summary = [[Between your tensors and the driver stands an allocator that almost never calls the
driver. You write one with the same rules as PyTorch's, size classes, splitting, merging, streams,
and then read its memory as a picture: what is allocated, what is merely reserved, and which gap
nobody can use. By the end "out of memory with 12 GB free" is a diagnosis, not a mystery.]],
  concepts = {
    {id = "caching", title = "The caching allocator", seed = "S003-W46-C1", text = [[
cudaMalloc is slow and cudaFree waits for the device, so freed blocks go back to a pool and the
driver is asked only when no cached block fits. Requests are rounded up to {{= f.round }} B; up to
{{= f.small }} MiB they come from {{= f.seg_small }}-MiB segments, below {{= f.mid }} MiB from
{{= f.seg_mid }}-MiB segments, larger ones get a segment of their own rounded to
{{= f.seg_small }} MiB. A block that is too big is split, free neighbours of one segment are
merged. Pools belong to a stream: memory freed on it may be reused on it at once, because the
stream's order protects it; another stream must wait for an event.]]},
    {id = "fragmentation", title = "Fragmentation", seed = "S003-W46-C2", text = [[
Segments never move, so reserved memory can be plentiful and useless. {{= f.live }} live tensors
of {{= f.each }} MiB occupy {{= f.live*f.each }} MiB in {{= n(f.reserved) }} MiB of segments:
{{= n(f.frag, 1) }} % of the reservation holds nothing. The pattern to fear is large blocks split
for small long-lived tensors, which is what max_split_size_mb forbids; expandable segments
(virtual addresses extended as needed) remove much of the problem by letting one segment grow.
Garbage-collection thresholds and the rounding of sizes to powers of two are further settings of
the same variable, PYTORCH_CUDA_ALLOC_CONF.]]},
    {id = "async", title = "Stream-ordered allocation in CUDA", seed = "S003-W46-C3", text = [[
cudaMallocAsync (in CUDA since 11.2; PyTorch's backend for it asks for 11.4) puts allocation into
the order of a stream: memory is valid after that point, and freed memory returns to a pool that
all users of the process share. It beats a private cache where several libraries compete for the
device or sizes vary wildly; it loses the private cache's snapshot tooling and fine control.
Virtual memory management (reserve addresses, map physical pages) is a separate mechanism, the one
behind expandable segments.]]},
    {id = "snapshot", title = "Snapshots: memory as a timeline", seed = "S003-W46-C4", text = [[
Recording the allocation history gives every block a stack trace and two timestamps; drawn as a
stack of bands over time, the peak shows who made it. Three shapes recur: a rising staircase is a
leak (something keeps references), a tall spike is one temporary (often logits in fp32), a plateau
from forward to backward is saved activations. Read allocated and reserved as two curves: the
distance between them is cache and fragmentation. Our snapshot writer produces the same timeline,
and the memory screen draws it.]]},
    {id = "offload", title = "Checkpointing and offload", seed = "S003-W46-C5", text = [[
Activations are saved in forward order and used in reverse, so each has a long idle life.
Checkpointing drops it and recomputes; offload copies it to pinned host memory on a second stream
and brings it back one layer ahead. The copy must fit behind the computation: at
{{= n(f.host_bw/1e9) }} GB/s, {{= n(f.offload_B/1e9, 1) }} GB need
{{= n(1e3*f.offload_B/f.host_bw, 0) }} ms each way, and the device copy may be freed only when the
transfer's event has passed, not when the host forgets it. With FSDP, keep the gathers on NVLink
and leave the host link to the offload: plan who uses which wire.]]},
  },

  readings = {
    {"cudacache", hours = 2.5, seed = "S003-W46-R1", look_for = [[The exact conditions under which
cudaMalloc and cudaFree are called, and what record_stream changes.]]},
    {"gpumem1", hours = 1.5, seed = "S003-W46-R2", look_for = [[The snapshot of a ResNet step:
name each band, then find the one that should not be there.]]},
    {"ptcuda", hours = 1, seed = "S003-W46-R3", look_for = [[Each option of the configuration
variable: which problem does it treat, and what does it cost?]]},
    {"torchtune", hours = 2, seed = "S003-W46-R4", look_for = [[The table of techniques with what
each saves: mark which of them trade time, which trade accuracy, and which are free.]]},
  },

  practice = {
    {hours = 2, seed = "S003-W46-HO", text = [[Write the allocator of `w46-caching-alloc`, then
feed it the trace of a sharded (ZeRO-3-like) training run. Open the snapshot, find the event at
the peak, and bring the peak down by at least a fifth: by allocator settings, and by offloading
part of the activations on a second stream.]]},
    {hours = 1, seed = "S003-W46-HO", text = [[Break it on purpose: reuse a block across streams
before its event, and free in host order while a copy is in flight. The race detector of the lab
must report both; explain why neither crashes in practice most of the time.]]},
  },

  labs = {"w46-caching-alloc"},
  durable = {"cached blocks, splitting and merging", "stream order as a lifetime rule",
    "allocated against reserved", "overlapping transfers with computation"},
  ephemeral = {{"PyTorch's size classes and option names", as_of = "2026-03"},
    {"expandable segments as an option", as_of = "2026-03"}},

  facts = function(hw)
    local live, each, seg = 7, 3, 20
    local per = seg // each
    local reserved = math.ceil(live / per) * seg
    return {
      round = 512, small = 1, seg_small = 2, mid = 10, seg_mid = seg, live = live, each = each,
      per = per, reserved = reserved, frag = 100 * (1 - live * each / reserved),
      host_bw = hw.pcie5.bw_eff, offload_B = 2e9,
    }
  end,

  questions = {
    q.num {id = "round", unit = "B", rtol = 0.00001, vary = {B = {1000000, 1, 5000}},
      ask = [[The caching allocator is asked for {{= n(p.B) }} B. How many bytes does the block
take after rounding?]],
      answer = function(f, p) return math.max(f.round,
        (p.B + f.round - 1) // f.round * f.round) end,
      wrong = {
        {value = function(f, p) return (p.B + 2 ^ 21 - 1) // 2 ^ 21 * 2 ^ 21 end,
          hint = "That is the segment's rounding, not the block's."},
        {value = function(f, p) return p.B // f.round * f.round end,
          hint = "Rounded down: the block must hold the request."},
      },
      worked = [[The next multiple of {{= f.round }}:
{{= n(math.max(f.round, (p.B+f.round-1)//f.round*f.round)) }}.]]},

    q.num {id = "segment", unit = "MiB", rtol = 0.001, vary = {M = {11, 3, 15}},
      ask = [[No cached block fits a request of {{= p.M }} MiB. How large a segment is asked of
the driver?]],
      answer = function(f, p)
        if p.M < f.mid then return f.seg_mid end
        return (p.M + f.seg_small - 1) // f.seg_small * f.seg_small
      end,
      wrong = {
        {value = function(f, p) return p.M end, hint = "Segments come in fixed or rounded sizes."},
        {value = function(f, p) return p.M < f.mid and (p.M + 1) // 2 * 2 or f.seg_mid end,
          hint = [[Between 1 and 10 MiB a request gets a 20-MiB segment; from 10 MiB on its own
size, rounded to 2 MiB.]]},
      },
      worked = [[Below {{= f.mid }} MiB: {{= f.seg_mid }} MiB. From there on, rounded up to a
multiple of {{= f.seg_small }} MiB. For {{= p.M }} MiB:
{{= p.M < f.mid and f.seg_mid or (p.M+f.seg_small-1)//f.seg_small*f.seg_small }}.]]},

    q.num {id = "reserved", unit = "MiB", rtol = 0.001, vary = {k = {7, 6, 13}},
      ask = [[{{= p.k }} tensors of {{= f.each }} MiB are alive, allocated one after another in an
empty pool. How much is reserved?]],
      answer = function(f, p) return math.ceil(p.k / f.per) * f.seg_mid end,
      wrong = {
        {value = function(f, p) return p.k * f.each end,
          hint = "That is allocated; segments are larger."},
        {value = function(f, p) return p.k * f.seg_mid end,
          hint = "A segment is split: several blocks share it."},
      },
      worked = [[{{= f.per }} of them fit a {{= f.seg_mid }}-MiB segment (the rest of it is too
small): {{= math.ceil(p.k/f.per) }} × {{= f.seg_mid }} = {{= n(math.ceil(p.k/f.per)*f.seg_mid) }}
MiB for {{= p.k*f.each }} MiB of tensors.]]},

    q.num {id = "fragmentation", unit = "%", vary = {k = {7, 13}},
      ask = [[In that pool with {{= p.k }} live tensors of {{= f.each }} MiB: what share of the
reserved memory is unused?]],
      answer = function(f, p)
        return 100 * (1 - p.k * f.each / (math.ceil(p.k / f.per) * f.seg_mid))
      end,
      wrong = {{value = function(f, p) return 100
        * (math.ceil(p.k / f.per) * f.seg_mid / (p.k * f.each) - 1) end,
        hint = "Of the reserved memory, not of the allocated."}},
      worked = [[1 − {{= p.k*f.each }}/{{= n(math.ceil(p.k/f.per)*f.seg_mid) }} =
{{= n(100*(1-p.k*f.each/(math.ceil(p.k/f.per)*f.seg_mid)), 1) }} %.]]},

    q.num {id = "offload-time", unit = "ms", vary = {GB = {2, 4, 1}},
      ask = [[{{= p.GB }} GB of activations go to host memory at {{= n(f.host_bw/1e9) }} GB/s
during the forward pass and come back during the backward pass. How long must the *forward*
computation of those layers take at least, to hide its share?]],
      answer = function(f, p) return 1e3 * p.GB * 1e9 / f.host_bw end,
      wrong = {{value = function(f, p) return 2e3 * p.GB * 1e9 / f.host_bw end,
        hint = "The way back is hidden behind the backward pass; the link is full duplex anyway."}},
      worked = [[{{= p.GB }} GB / {{= n(f.host_bw/1e9) }} GB/s =
{{= n(1e3*p.GB*1e9/f.host_bw, 0) }} ms.]]},

    q.choice {id = "cross-stream",
      ask = [[A tensor allocated on stream A is used by a kernel on stream B and then freed by the
host. What must the allocator know before reusing its block?]],
      options = {
        "nothing: the host freed it, so it is free",
        "that the work on B recorded up to the last use has finished",
        "that stream A is idle",
        "that the reference count was zero twice"},
      answer = 2,
      worked = [[Freeing is a host event, use is a device event. record_stream tells the allocator
about B, which then waits for an event on B before the block is handed out again.]]},

    q.choice {id = "async-since",
      ask = "Which statement about cudaMallocAsync is right?",
      options = {
        "it arrived with CUDA 11.4 and is another name for virtual memory management",
        "it arrived with CUDA 11.2 as stream-ordered pools; virtual memory management is a \z
          different interface",
        "it always beats a framework's own cache",
        "it needs one pool for each library"},
      answer = 2,
      worked = [[11.4 is what PyTorch's backend requires. Mapping physical pages into reserved
addresses (cuMemMap and its relatives) is what expandable segments use.]]},
  },
}
