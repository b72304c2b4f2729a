return mutant {
  base = "reference", file = "fiveaxis.c",
  replace = {
    {[[allreduce(bytes, expert_weights(o, g), same, in_node(same, g->tp * g->ep, h->node));]],
     [[allreduce(bytes, expert_weights(o, g), all, in_node(all, g->tp, h->node));]]},
  },
  fails = "correct", message = "bytes of T_",
  why = "only dp*cp/ep ranks hold the same experts and have gradients to agree on",
}
