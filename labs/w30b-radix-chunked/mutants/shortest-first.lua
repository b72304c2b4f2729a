return mutant {
  base = "reference", file = "prefix.c",
  replace = {
    {[=[        const cs_req_t *q = &s->queue[s->first];]=],
     [=[        for (int k = s->first + 1; k < s->last; k++)
            if (s->queue[k].prompt < s->queue[s->first].prompt) {
                cs_req_t shorter = s->queue[k];
                s->queue[k] = s->queue[s->first];
                s->queue[s->first] = shorter;
            }
        const cs_req_t *q = &s->queue[s->first];]=]},
  },
  fails = "correct", message = "nobody overtakes",
  why = [[the shortest prompt overtakes: the mean is better, and the long ones starve]],
}
