return mutant {
  base = "reference", file = "sched.c",
  replace = {
    {[=[    for (int v = 0; v < n; v++) {
        const ss_node_t *d = &node[v];
        int k, q]=],
     [=[    for (int v = 0; v < n && v < 256; v++) {
        const ss_node_t *d = &node[v];
        int k, q]=]},
  },
  fails = "correct", message = "ss_replay",
  why = "has room for 256 nodes",
}
