/* changers.c: a table by the word's address, of which a slot is written over by the next word that needs it. */
#include "changers.h"

#include <stdlib.h>
#include <string.h>

enum { SLOTS = 1024 };

struct changers {
    struct slot {
        uint64_t word, life;
        struct changer who;
    } slot[CHANGERS][SLOTS];
};

static unsigned slot_of(uint64_t word)
{
    return (unsigned)(word * 0x9e3779b97f4a7c15ull >> 40) % SLOTS;
}

void changer_note(struct changers **c, uint64_t word, uint64_t life, int which, const struct changer *who)
{
    struct slot *s;

    if (!*c && !(*c = calloc(1, sizeof **c)))
        abort();
    s = &(*c)->slot[which][slot_of(word)];
    s->word = word;
    s->life = life;
    s->who = *who;
}

const struct changer *changer_of(const struct changers *c, uint64_t word, uint64_t life, int which)
{
    const struct slot *s = c ? &c->slot[which][slot_of(word)] : NULL;

    return s && s->word == word && s->life == life ? &s->who : NULL;
}

void changers_forget(struct changers *c)
{
    if (c)
        memset(c, 0, sizeof *c);
}
