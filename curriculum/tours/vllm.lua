-- What a step of a serving engine is: a budget of tokens, blocks that are shared, guesses that are checked.
return tour {
  id = "vllm", commit = "017e9f4448b700e85ee16023287b025693c72b9e", date = "2026-08-17", licence = "Apache-2.0",
  seeds = {"S000-REPO-7", "S002-REPO-4"}, labs = {"w06-paged-kv", "w30b-radix-chunked", "w05b-specdec", "w35b-engine"},
  hours = 4, as_of = "2026-11",
  files = {
    {"vllm/v1/core/sched/scheduler.py", bytes = 141223,
     sha256 = "4b79ab760c3864af6838d555c01335deea3aac97c9be2be415fa0e5dab32f07e", minutes = 75,
     read = {{from = "schedule", why = "one budget for all; running requests first, then waiting ones"},
             {from = "_preempt_request", why = "what a request loses, and what it does not"}}},
    {"vllm/v1/core/kv_cache_manager.py", bytes = 38938,
     sha256 = "02c71da26bbac81629248ee42b0a71bd2db817d339894d647d2ff6b66fd5ad19", minutes = 40,
     read = {{from = "get_computed_blocks", why = "the longest prefix that is there, and one token less"},
             {from = "allocate_slots", why = "all or nothing: it returns None and changes nothing"}}},
    {"vllm/v1/core/block_pool.py", bytes = 33243,
     sha256 = "ddee56dccb2208411b3a035918e917ce8f56a9858471e9ca12b420d5d79bc69c", minutes = 35,
     read = {{from = "get_new_blocks", why = "a cached block is forgotten when it is taken, not when it is freed"},
             {from = "free_blocks", why = "which end of the queue a block goes to"}}},
    {"vllm/v1/core/kv_cache_utils.py", bytes = 94201,
     sha256 = "226e44ee26e5e4ed46feb63fe4acb778769e64b4f608447ede8195a7ccd92caa", minutes = 35,
     read = {{from = "FreeKVCacheBlockQueue", why = "a list in which a block in the middle can be taken out"},
             {from = "hash_block_tokens", why = "what a block's hash is made from"}}},
    {"vllm/v1/sample/rejection_sampler.py", bytes = 36276,
     sha256 = "4bb87d7984d967be9c7e5b6a6b489c02571ef2f2913211cb3f1eea74b2e1f32f", minutes = 40,
     read = {{from = "rejection_greedy_sample_kernel", why = [[one program a request, token by token until the first
        miss]]},
             {from = "rejection_random_sample_kernel", why = [[the same with a draw, and without draft
        probabilities]]}}},
  },
  questions = {
    q.num{id = "budget", unit = "1", rtol = 0, file = "vllm/v1/core/sched/scheduler.py", symbol = "schedule",
      ask = [[scheduler.py, `schedule`: at most {{= n(p.most)}} tokens a step, {{= p.running}} running requests that
        decode one token each, no speculation. Two prompts of 1,500 and 3,000 tokens wait, nothing of them is
        cached, blocks are plenty, prompts may be cut and no limit holds for long ones. How many tokens of the
        second prompt are in this step?]],
      vary = {most = {2048, 3072, 4096}, running = {40, 100, 200}},
      answer = function(f, p) return p.most - p.running - 1500 end,
      wrong = {{value = function(f, p) return p.most - 1500 end, hint = [[The running requests take from the same
        budget, and first.]]},
               {value = 3000, hint = [[A prompt may be cut: what is left of the budget is taken, the rest comes in
        later steps.]]}},
      worked = [[There is no phase of prompts and no phase of decoding: a request has tokens that are not computed,
        and gets as many as the budget has left. {{= n(p.most)}} − {{= p.running}} − 1,500 = {{= n(p.most -
        p.running - 1500)}}. So a decoding request is never delayed by a prompt, but its step gets as long as the
        budget allows: the budget is the knob between the two times that users feel.]]},
    q.multi{id = "preempted", file = "vllm/v1/core/sched/scheduler.py", symbol = "_preempt_request",
      ask = [[scheduler.py, `_preempt_request` and who calls it, by the order of arrival: blocks run out. What is
        so?]],
      options = {"The request that was added to the running ones last is preempted.",
                 "Its number of computed tokens is set to 0.",
                 "Its blocks are freed, but may be found again by their hashes when it returns.",
                 "It goes to the front of the waiting requests.",
                 "Its keys and values are copied to the host.",
                 "The tokens that it has generated are thrown away."},
      answer = {1, 2, 3, 4},
      wrong = {{value = 5, hint = "Nothing is swapped: what is lost is computed again."},
               {value = 6, hint = "They are part of the request's tokens, and are computed again like a prompt."}},
      worked = [[The last of the running requests goes: it has the least to lose. Its counter becomes 0, its blocks
        return to the pool, and it waits at the front. When it comes back its prompt and all that it has generated
        are one prompt, and what of its blocks was not taken meanwhile is found by hash. Recomputation by one large
        product is cheaper than two copies over PCIe, and simpler.]]},
    q.table{id = "prefix-hit", unit = "1", exact = {1, 2}, file = "vllm/v1/core/kv_cache_manager.py",
      symbol = "get_computed_blocks",
      ask = [[kv_cache_manager.py, `get_computed_blocks`: full attention, blocks of 16. The same prompt of {{= p.n}}
        tokens comes a second time while all of its blocks are cached. How many full blocks does it have, and how
        many of its tokens need not be computed?]],
      vary = {n = {64, 80, 100, 128}},
      rows = {"{{= p.n}} tokens"}, columns = {"full blocks", "tokens from the cache"},
      answer = function(f, p) return {{p.n // 16, (p.n - 1) // 16*16}} end,
      wrong = {{cell = {1, 2}, value = function(f, p) return p.n // 16*16 end,
                hint = "The last token has to be computed: somebody wants its logits."},
               {cell = {1, 2}, value = function(f, p) return p.n - 1 end, hint = "Only whole blocks are found."}},
      worked = [[{{= p.n // 16}} blocks are full and have hashes. At most {{= p.n - 1}} tokens may come from the
        cache, since the last one gives the logits of the next, and only whole blocks count: {{= (p.n - 1) //
        16*16}}. When the length is a multiple of 16, a whole block is computed for the sake of one token; the
        comment says so.]]},
    q.multi{id = "free-queue", file = "vllm/v1/core/block_pool.py", symbol = "free_blocks",
      ask = [[block_pool.py, `free_blocks` and `get_new_blocks`, and the hashes of kv_cache_utils.py: which are so?]],
      options = {"A request's blocks are freed last block first, so that its tail is taken before its beginning.",
                 "Blocks without a hash go to the front of the queue, and are taken first.",
                 "A freed block stays in the cache until somebody takes it.",
                 "A salt is part of the first block's hash only, and yet separates whole chains.",
                 "A block that is found again is copied for its new request.",
                 "When a block is freed its hash is forgotten."},
      answer = {1, 2, 3, 4},
      wrong = {{value = 5, hint = "Its count of references goes up. What is full is never written again."},
               {value = 6, hint = "Look for where the hash is reset: it is in another function."}},
      worked = [[A hash is made from the parent's hash, the tokens and extra keys, so that whatever is in the first
        block is in all that follow: one salt separates a customer's prompts from all others. Freeing only moves a
        block to the queue: those with a hash to its end, tails before beginnings, since a beginning is shared by
        more requests. The hash goes when the block is taken for something else. The queue is thus the least
        recently used order, with no clock.]]},
    q.multi{id = "rejection", file = "vllm/v1/sample/rejection_sampler.py", symbol =
        [[rejection_random_sample_kernel]],
      ask = [[rejection_sampler.py, `rejection_random_sample_kernel` and the greedy one: which are so?]],
      options = {"The greedy kernel writes the target's choice also where it rejects.",
                 "The random kernel accepts when the target's probability over the draft's is at least the draw.",
                 "The bonus token is written only when no guess was rejected.",
                 [[A draft without probabilities counts as certain: its guess is accepted with the target's
        probability.]],
                 "After a rejection, later guesses that happen to be right are still used.",
                 "Where it rejects, the random kernel writes the target's most likely token."},
      answer = {1, 2, 3, 4},
      wrong = {{value = 5, hint = "What follows a rejected token was computed behind a prefix that is not there."},
               {value = 6, hint = [[Then the output would not be distributed as the target. What is a recovered
        token drawn from?]]}},
      worked = [[Greedy: the target's choice is right by definition, so it is written in any case, and the first
        difference ends the row. Random: accept with probability min(1, p/q), and where it is rejected take a token
        drawn beforehand from what the target has more of than the draft. With both rules a step gives one token at
        least. A lookup draft has no probabilities, so q is 1 for its guess. One program does a whole request, since
        each token hangs on the one before.]]},
  },
}
