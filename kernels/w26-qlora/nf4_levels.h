/* nf4_levels.h: the sixteen levels of NF4 (Dettmers et al., 2023, appendix E), for the kernel and for its bench. */
#ifndef W26_NF4_LEVELS_H
#define W26_NF4_LEVELS_H

#define NF4_LEVELS                                                                                                   \
    { -1, -.6961928009986877f, -.5250730514526367f, -.39491748809814453f, -.28444138169288635f, -.18477343022833234f, \
      -.09105003625154495f, 0, .07958029955625534f, .16093020141124725f, .24611230194568634f, .33791524171829224f,    \
      .44070982933044434f, .5626170039176941f, .7229568362236023f, 1 }

#endif
