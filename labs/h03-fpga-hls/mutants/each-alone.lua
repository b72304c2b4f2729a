return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[==[            cut(net, f, cycles);
        }]==],
     [==[            df_net_t alone = *net;
            for (int g = 0; g < net->fifos; g++)
                alone.size[g] = stat.high[g] ? (int)stat.high[g] : 1;
            cut(&alone, f, cycles);
            net->size[f] = alone.size[f];
        }]==]},
  },
  fails = "correct", message = "with your sizes",
  why = "cuts each FIFO while all others are large",
}
