return mutant {
  base = "reference", file = "tree_attn.cu", backend = "simt",
  replace = {
    {[==[            arrived<0>();
            __syncthreads();
        }
        store();]==],
     [==[            __syncthreads();
            arrived<0>();
        }
        store();]==]},
  },
  fails = "correct",
  why = "a thread waits for its own copies, and after the barrier: what the others have asked for may not be there",
}
