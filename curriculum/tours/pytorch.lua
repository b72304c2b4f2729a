-- One call on its way: which kernel, which gradient next, which memory, which fusion.
return tour {
  id = "pytorch", commit = "1eba9b3aa3c43f86f4a2c807ac8e12c4a7767340", date = "2025-01-29", licence = "BSD-3-Clause",
  seeds = {"S002-REPO-1"}, labs = {"c09-tensor-dispatch", "w10-fusion-compiler", "w07-ddp-overlap"}, hours = 4.5,
  as_of = "2026-11",
  files = {
    {"c10/core/DispatchKeySet.h", bytes = 40921,
     sha256 = "7062e48026e1a560911f3c114dd33724cc6b5c4ff2c07b475128a088567616b9", minutes = 45,
     read = {{from = "DispatchKeySet", why = "two kinds of bits in one word, and a note that says why"},
             {from = "getDispatchTableIndexForDispatchKeySet", why = "the way from the word to a slot of the table"},
             {from = "iterator", why = "what a walk over a set makes of the two kinds"}}},
    {"torch/csrc/autograd/engine.h", bytes = 10910,
     sha256 = "f16fe61eecfd15cb9fee9bd720cb8f0b3421ba0935221aa30dd35d9f0fbad3ea", minutes = 20,
     read = {{from = "CompareNodeTaskTime", why = "who is first in the queue, in ten lines"}}},
    {"torch/csrc/autograd/engine.cpp", bytes = 65412,
     sha256 = "4e68a764a707ebc785f829c0abe6f5a9842810b027f6380b50b9456ef264f63c", minutes = 60,
     read = {{from = "getReentrantDepth", why = "a backward call that is gone, and what its tasks are worth"},
             {from = "thread_main", why = "take a task, run it, see whether that was the last"},
             {from = "compute_dependencies", why = "how often a node has to be reached before it may run"}}},
    {"c10/cuda/CUDACachingAllocator.cpp", bytes = 145321,
     sha256 = "23626f91858e9a4e21d0f84f346f23c8f60eb3ae1bc19a941fff53082cf5bc96", minutes = 75,
     read = {{from = "get_allocation_size", why = "three ranges of sizes, three answers"},
             {from = "should_split", why = "when the rest of a block is worth a block"},
             {from = "insert_events", why = "what becomes of a block that other streams have used"},
             {from = "process_events", why = "and who notices that they have finished"}}},
    {"torch/_inductor/choices.py", bytes = 13205,
     sha256 = "9f3671820a6ad4c69fa735a030de421d781928c007c810253c4132b15afe4aee", minutes = 20,
     read = {{from = "score_fusion", why = "four numbers that are compared from left to right"},
             {from = "can_fuse_horizontal", why = "two reasons against a fusion of neighbours"}}},
    {"torch/_inductor/scheduler.py", bytes = 147850,
     sha256 = "c0ae714697c6b8bb82b5bb4fd65d1267118569fa04ceee5378c35e80448782d9", minutes = 50,
     read = {{from = "fuse_nodes_once", why = "a sorted list of pairs, each looked at again before it is fused"},
             {from = "are_long_distant_nodes", why = "a guess at what a fusion does to peak memory"}}},
  },
  facts = function()
    local f = {}
    function f.segment(mib)
      if mib <= 1 then return 2 end
      if mib < 10 then return 20 end
      return 2*math.ceil(mib/2)
    end
    function f.left(mib)
      local rest = f.segment(mib) - mib
      if mib <= 1 then return rest end
      return rest > 1 and rest or 0
    end
    return f
  end,
  questions = {
    q.num{id = "pairs", unit = "1", rtol = 0, file = "c10/core/DispatchKeySet.h", symbol = "iterator",
      ask = [[DispatchKeySet.h, `iterator` and the note on the internal representation: a set is made from the keys
        CPU, AutogradCUDA{{= p.n > 2 and ", SparseXLA" or ""}}{{= p.n > 3 and ", QuantizedMPS" or ""}} and no
        others. How many runtime keys does a walk over the set give?]],
      vary = {n = {2, 3, 4}},
      answer = function(f, p) return p.n*p.n end,
      wrong = {{value = function(f, p) return p.n end, hint = [[What is kept of a key? The set does not remember
        which backend came with which functionality.]]},
               {value = function(f, p) return 15*p.n end, hint = [[Only backends whose bits are set are walked
        through.]]}},
      worked = [[A key is taken apart into one bit for its functionality and one for its backend, and the bits of all
        keys are or-ed into a word. {{= p.n}} functionalities and {{= p.n}} backends are in it, and the walk gives
        every pair: {{= p.n*p.n}}. What is lost is no harm in a call: it needs the highest functionality and the
        highest backend, and each is one count of leading zeros. What is won is room: with 15 backends every new
        functionality would cost 15 bits otherwise, and a word has 64.]]},
    q.order{id = "ready", file = "torch/csrc/autograd/engine.h", symbol = "CompareNodeTaskTime",
      ask = [[engine.h, `CompareNodeTaskTime`, and `getReentrantDepth` in engine.cpp: these tasks are in the queue of
        one device. In which order does its thread take them?]],
      items = {"the task that ends the thread", "a task without a function",
               "a task whose backward call has failed and is gone",
               "number 5 of a backward call inside a backward call", "number 90 of the outer backward call",
               "number 40 of the outer backward call"},
      wrong = {{before = {6, 5}, hint = [[Numbers are given in the forward pass. Which operation's gradient is needed
        first?]]},
               {before = {5, 4}, hint = "The depth is compared before the number."},
               {before = {4, 3}, hint = "Which depth does a task have whose graph is no longer there?"}},
      worked = [[The end of the thread goes first, then a task without a function, which only wakes its owner. Next is
        the depth: whoever waits for an inner backward call waits inside a node of the outer one, so the inner one is
        served first; a call that is gone counts as infinitely deep, and its error is seen soon. Only then comes the
        number that the node was given in the forward pass, the largest first: late operations are near the loss.
        It is a preference among those that are ready, not the order of the graph; that is kept by the counts of
        `compute_dependencies`.]]},
    q.table{id = "segments", units = {"MiB", "MiB"}, rtol = .001, file = "c10/cuda/CUDACachingAllocator.cpp",
      symbol = "get_allocation_size",
      ask = [[CUDACachingAllocator.cpp, `get_allocation_size` and `should_split`: default settings, nothing is cached.
        One tensor of each size is asked for, each in a fresh process. How much does the allocator take from the
        device, and how much of that can it give to the next tensor?]],
      vary = {m = {3, 6, 9}, l = {11.25, 13.25, 25.5}},
      rows = {"0.25 MiB", "{{= p.m}} MiB", "10.5 MiB", "{{= p.l}} MiB"},
      columns = {"taken", "free for others"},
      answer = function(f, p)
        local out = {}
        for k, size in ipairs({.25, p.m, 10.5, p.l}) do out[k] = {f.segment(size), f.left(size)} end
        return out
      end,
      wrong = {{cell = {1, 1}, value = .25, hint = "Small tensors share a segment. How large is it?"},
               {cell = {2, 1}, value = function(f, p) return p.m end, hint = [[Below 10 MiB the size that is asked
        for is always the same.]]},
               {cell = {4, 2}, value = function(f, p) return f.segment(p.l) - p.l end,
                hint = "In the pool of large blocks, how much has to be left over?"}},
      worked = [[Up to 1 MiB a segment of 2 MiB, below 10 MiB one of 20 MiB, above that the size in steps of 2 MiB: 2,
        20, 12 and {{= f.segment(p.l)}} MiB. A small block is split as soon as 512 bytes are left, a large one only
        if more than 1 MiB is: so 1.75, {{= 20 - p.m}} and 1.5 MiB are free for others, and the
        {{= n(f.segment(p.l) - p.l, 2)}} MiB of the last are inside the block and of no use to anybody. They are
        counted as allocated. With expandable segments the large pool splits from 512 bytes on, as the small
        one.]]},
    q.multi{id = "record-stream", file = "c10/cuda/CUDACachingAllocator.cpp", symbol = "insert_events",
      ask = [[CUDACachingAllocator.cpp, `recordStream`, `insert_events`, `process_events` and `try_merge_blocks`, no
        graph is being captured: which are so?]],
      options = {"With the stream on which the block was allocated, the call changes nothing.",
                 "The event is recorded when the tensor is freed, and not when its use is announced.",
                 [[Work put on the other stream between the announcement and the free is waited for too, whether it
        uses the tensor or not.]],
                 "As long as an event is open, the block is not merged with a free neighbour.",
                 "The host waits in the free until the other stream has passed the event.",
                 [[All events are in one queue, so that a slow stream holds up the blocks of a fast one.]]},
      answer = {1, 2, 3, 4},
      wrong = {{value = 5, hint = "Who asks whether an event has happened, and when?"},
               {value = 6, hint = "Look at the type of `cuda_events` and at the comment above the loop."}},
      worked = [[The announcement only puts the stream into a set. When the tensor is freed an event is recorded on
        each stream of the set, behind all that was put there until then, and the block waits outside of the pool,
        with a count of open events. The next allocation asks the events, stream by stream, and stops in each at the
        first that has not happened; nobody waits. So memory comes back late, by how far the host is ahead of that
        stream, and at an unpredictable moment: a reason for libraries of sharded training to hold a reference until
        they know instead.]]},
    q.order{id = "fusion-score", file = "torch/_inductor/choices.py", symbol = "score_fusion",
      ask = [[choices.py, `score_fusion`, sorted by `get_possible_fusions` in scheduler.py, `epilogue_fusion_first` is
        off as by default: on a GPU these pairs may be fused. Which is tried first, which last?]],
      items = {"two reductions that share 64 KiB, 30 nodes apart", "two pointwise nodes that share 4 KiB, 2 apart",
               "two pointwise nodes that share 4 KiB, 9 apart",
               "a pointwise node and a reduction that share 1 MiB, 1 apart",
               "a template and a pointwise node that share 16 MiB, 1 apart"},
      wrong = {{before = {5, 4}, hint = [[What does the first of the four numbers say of a template when
        `epilogue_fusion_first` is off?]]},
               {before = {4, 3}, hint = "The kind of the nodes is compared before the memory."},
               {before = {2, 1}, hint = "The distance is the last number, and counts only between equals."}},
      worked = [[The score is a tuple and is compared from left to right: does a template take part, are both
        reductions or neither, how many bytes need not be moved, how near are they. The pair with the template
        loses at the first number, in spite of its 16 MiB; the mixed pair at the second; then 64 KiB beat 4 KiB, and
        2 apart beats 9. Bytes decide only among like with like. And the list is greedy: each pair is checked again
        when its turn comes, since one of its nodes may be part of something else by then.]]},
  },
}
