/* text.h: names and counts of a snapshot, and a reader of Prometheus' text format 0.0.4. Part of oracle.c. */

/* Names of `namelen` bytes each: the model, then the classes. `odd`: with what has to be escaped, and UTF-8. */
int names_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    static const char *const plain[] = { "llama-70b-fp8", "interactive", "batch", "eval", "crawl" };
    static const char *const odd[] = { "a\\b\"c\"\nd", "\"", "\\n", "caf\xc3\xa9 {x=\"1\"} 2", "\\" };
    FILL(c, buffer, char, out, rng);
    (void)rng;
    for (int k = 0; k < 5; k++)
        snprintf(out + k * num(c, "namelen"), (size_t)num(c, "namelen"), "%s", num(c, "odd") ? odd[k] : plain[k]);
    return 0;
}

int counts_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    FILL(c, buffer, int64_t, out, rng);
    int64_t nclass = num(c, "nclass"), nbucket = num(c, "nbucket");
    for (int64_t r = 0; r < num(c, "nreplica"); r++)
        for (int64_t k = 0; k <= nclass; k++)
            *out++ = below(&rng, num(c, "large") ? 900000000000000 : 5000);
    for (int64_t k = 0, at = 0; k < nbucket; k++)
        *out++ = at += between(&rng, 1, k < 2 ? 5000000 : 700000000);
    for (int64_t k = 0; k < nclass; k++) {
        *out++ = below(&rng, num(c, "large") ? 3000000000000000 : 90000000000);
        for (int64_t b = 0; b <= nbucket; b++)
            *out++ = below(&rng, 4) ? below(&rng, 800) : 0;
    }
    return 0;
}

enum { LABELS = 8, LABEL = 128, FAMILIES = 3 };

struct sample {
    char name[64], key[LABELS][LABEL], value[LABELS][LABEL], number[64];
    int nlabel;
};

static const char *const family_name[FAMILIES] = { "slo_requests_total", "slo_waiting_tokens", "slo_ttft_seconds" };
static const char *const family_type[FAMILIES] = { "counter", "gauge", "histogram" };

struct reader {
    const struct ridge_case *c;
    struct ridge_verdict *v;
    int help[FAMILIES], type[FAMILIES], closed[FAMILIES], current, line;
    int64_t seen; /* samples that were right; none may come twice */
    unsigned char met[1 << 13];
};

/* A name up to one of `stop`; what follows. */
static const char *word(const char *p, char *out, size_t size, const char *stop)
{
    size_t n = strcspn(p, stop);
    snprintf(out, size, "%.*s", (int)(n < size ? n : size - 1), p);
    return p + n;
}

/* Blanks and tabs may stand between any two tokens. */
static const char *blanks(const char *p)
{
    return p + strspn(p, " \t");
}

/* {a="b",c="d"}: NULL where the line breaks the format. */
static const char *labels(const char *p, struct sample *s)
{
    for (p = blanks(p + 1); *p != '}'; s->nlabel++) {
        if (s->nlabel == LABELS)
            return NULL;
        char *to = s->value[s->nlabel];
        p = blanks(word(p, s->key[s->nlabel], LABEL, "=\n},\" \t"));
        if (*p != '=' || !s->key[s->nlabel][0])
            return NULL;
        p = blanks(p + 1);
        if (*p != '"')
            return NULL;
        for (p++; *p != '"'; p++) {
            if (!*p || *p == '\n' || to - s->value[s->nlabel] >= LABEL - 1)
                return NULL;
            if (*p != '\\') {
                *to++ = *p;
                continue;
            }
            p++;
            if (*p != '\\' && *p != '"' && *p != 'n')
                return NULL;
            *to++ = *p == 'n' ? '\n' : *p;
        }
        *to = 0;
        p = blanks(p + 1);
        if (*p == ',')
            p = blanks(p + 1);
        else if (*p != '}')
            return NULL;
    }
    return p + 1;
}

static const char *label(const struct sample *s, const char *key)
{
    const char *found = NULL;
    for (int k = 0; k < s->nlabel; k++)
        if (!strcmp(s->key[k], key))
            found = found ? "" : s->value[k];
    return found ? found : "";
}

static int64_t whole(const char *s, int64_t most)
{
    char *end;
    long long v = strtoll(s, &end, 10);
    return *s && !*end && *s != '+' && *s != ' ' && v >= 0 && v < most ? v : -1;
}

/* The class that a sample speaks of, or -1. */
static int64_t class_of(const struct reader *r, const struct sample *s)
{
    const char *names = ridge_data(r->c, "names");
    for (int64_t k = 0; k < num(r->c, "nclass"); k++)
        if (!strcmp(label(s, "class"), names + (k + 1) * num(r->c, "namelen")))
            return k;
    return -1;
}

static int wrong(struct reader *r, const char *what, const char *detail)
{
    say(r->v, "slo_metrics, line %d: %s%.180s", r->line, what, detail);
    return -1;
}

/* Once: `index` is the sample's place among all that there may be. */
static int once(struct reader *r, int64_t index, const struct sample *s)
{
    if (r->met[index]++)
        return wrong(r, "the second sample with these labels of ", s->name);
    r->seen++;
    return 0;
}

static int is_number(struct reader *r, const struct sample *s, int64_t want, double unit)
{
    char *end, text[220];
    double got = strtod(s->number, &end);
    if (!*s->number || *end || !(fabs(got - (double)want * unit) <= 1e-9 * fabs((double)want * unit))) {
        snprintf(text, sizeof text, "%s is %.15g, got %s", s->name, (double)want * unit, s->number);
        return wrong(r, "", text);
    }
    return 0;
}

/* Which bucket ends at `le`, of nb and the one above; -1: none. */
static int64_t bucket_of(const char *le, const int64_t *bound, int64_t nb)
{
    char *end;
    double got = strtod(le, &end);
    if (!strcmp(le, "+Inf"))
        return nb;
    for (int64_t k = 0; k < nb && *le && !*end; k++)
        if (fabs(got * 1e9 - (double)bound[k]) <= 1e-9 * (double)bound[k])
            return k;
    return -1;
}

static int histogram_sample(struct reader *r, const struct sample *s)
{
    const int64_t *v = ridge_data(r->c, "counts");
    int64_t nclass = num(r->c, "nclass"), nb = num(r->c, "nbucket"), k = class_of(r, s), want = 0;
    const int64_t *bound = v + num(r->c, "nreplica") * (nclass + 1), *mine = bound + nb + k * (nb + 2);
    const char *tail = s->name + strlen(family_name[2]), *le = label(s, "le");
    int bucket = !strcmp(tail, "_bucket");
    if (k < 0 || s->nlabel != 2 + bucket)
        return wrong(r, "labels are not model, class and, of a bucket, le: ", s->name);
    int64_t base = 4096 + k * 32, b = bucket ? bucket_of(le, bound, nb) : nb;
    if (!strcmp(tail, "_sum"))
        return once(r, base, s) ? -1 : is_number(r, s, mine[0], 1e-9);
    if (!bucket && strcmp(tail, "_count"))
        return wrong(r, "a histogram has no ", s->name);
    if (b < 0)
        return wrong(r, "no bucket ends at ", le);
    if (bucket && b && !r->met[base + 2 + b - 1])
        return wrong(r, "buckets do not rise: ", le);
    for (int64_t j = 0; j <= b; j++)
        want += mine[1 + j];
    return once(r, bucket ? base + 2 + b : base + 1, s) ? -1 : is_number(r, s, want, 1);
}

static int one_sample(struct reader *r, const struct sample *s)
{
    const char *names = ridge_data(r->c, "names");
    const int64_t *v = ridge_data(r->c, "counts");
    int64_t nclass = num(r->c, "nclass"), k = r->current, rep = whole(label(s, "replica"), num(r->c, "nreplica"));
    size_t len = k >= 0 ? strlen(family_name[k]) : 0;
    if (k < 0 || strncmp(s->name, family_name[k], len) || (k < 2 && s->name[len]) || (k == 2 && s->name[len] != '_'))
        return wrong(r, "a sample away from the TYPE of its family: ", s->name);
    if (strcmp(label(s, "model"), names))
        return wrong(r, "label model is wrong at ", s->name);
    if (k == 2)
        return histogram_sample(r, s);
    int64_t cls = k ? 0 : class_of(r, s);
    if (rep < 0 || cls < 0 || s->nlabel != 3 - k)
        return wrong(r, k ? "labels are not model and replica: " : "labels are not model, class and replica: ", s->name);
    int64_t at = rep * (nclass + 1);
    return once(r, k * 2048 + rep * 8 + cls, s) ? -1 : is_number(r, s, k ? v[at] : v[at + 1 + cls], 1);
}

/* "# HELP name ..." and "# TYPE name kind"; any other comment is one. */
static int comment(struct reader *r, const char *p)
{
    char what[8], name[64], kind[32];
    if (strncmp(p, "# HELP ", 7) && strncmp(p, "# TYPE ", 7))
        return 0;
    p = word(p + 2, what, sizeof what, " ");
    p = word(p + 1, name, sizeof name, " \n");
    int k = 0, help = what[0] == 'H';
    while (k < FAMILIES && strcmp(name, family_name[k]))
        k++;
    if (k == FAMILIES)
        return wrong(r, "no such family: ", name);
    if (k != r->current && r->current >= 0)
        r->closed[r->current] = 1;
    if (r->closed[k] || (help ? r->help : r->type)[k]++)
        return wrong(r, "a family comes once, with all its samples: ", name);
    r->current = k;
    word(*p ? p + 1 : p, kind, sizeof kind, "\n");
    if (!help && strcmp(kind, family_type[k]))
        return wrong(r, "not the type of this family: ", kind);
    return 0;
}

static int read_text(struct reader *r, const char *p)
{
    for (r->current = -1; *p; p++) {
        const char *start = p;
        struct sample s = { .nlabel = 0 };
        r->line++;
        if (*p == '#' && comment(r, p))
            return -1;
        if (*p != '#' && *p != '\n') {
            p = blanks(word(p, s.name, sizeof s.name, "{ \t\n"));
            p = *p == '{' ? labels(p, &s) : p;
            if (!p || *p == '\n')
                return wrong(r, "not name{label=\"value\",...} number: ", start);
            p = word(blanks(p), s.number, sizeof s.number, " \t\n");
            if (r->current >= 0 && !r->type[r->current])
                return wrong(r, "a sample before its TYPE: ", s.name);
            if (one_sample(r, &s))
                return -1;
        }
        p += strcspn(p, "\n");
        if (*p != '\n')
            return wrong(r, "the last line has no end", "");
    }
    return 0;
}

int text_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const char *text = ridge_data(c, "text"), *cut = ridge_data(c, "cut");
    const int64_t *length = ridge_data(c, "length");
    int64_t cap = num(c, "cap"), small = num(c, "small"), nclass = num(c, "nclass");
    struct reader *r = calloc(1, sizeof *r);
    if (!r)
        return -1;
    r->c = c, r->v = v;
    int64_t n = length[0], samples = num(c, "nreplica") * (nclass + 1) + nclass * (num(c, "nbucket") + 3);
    if (n < 0 || n >= cap || text[n] || (int64_t)strlen(text) != n)
        say(v, "slo_metrics returned %ld with room for %ld bytes; a text of that length has its zero there", (long)n,
            (long)cap);
    else if (read_text(r, text))
        ;
    else if (r->seen != samples || !r->help[0] || !r->help[1] || !r->help[2])
        say(v, "slo_metrics: %ld samples and a HELP for each family, got %ld samples", (long)samples, (long)r->seen);
    else if (length[1] != n)
        say(v, "slo_metrics with room for %ld of %ld bytes returns the whole length, got %ld", (long)small, (long)n,
            (long)length[1]);
    else {
        int64_t kept = n < small - 1 ? n : small - 1, k = 0;
        while (k < kept && cut[k] == text[k])
            k++;
        if (k < kept || cut[kept])
            say(v, "slo_metrics with room for %ld bytes: byte %ld is wrong", (long)small, (long)k);
        else if (memcmp(cut + small, "\xee\xee\xee\xee\xee\xee\xee\xee", 8))
            say(v, "slo_metrics with room for %ld bytes wrote behind them", (long)small);
        else
            v->pass = 1;
    }
    free(r);
    return 0;
}
