/*
 * net_job.h: one transfer inside ridge-net: what it may do, what came of it, and whether to try again.
 */
#ifndef RUNNER_NET_JOB_H
#define RUNNER_NET_JOB_H

#include <curl/curl.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "runner/base/util.h"

enum {
    NET_TRIES = 4,        /* tries in a row that gain no byte */
    NET_TRIES_ALL = 20,   /* tries of one job */
    NET_WAIT_MS = 500,    /* before the second try; doubled before each further one */
    NET_WAIT_MOST_S = 60, /* the longest Retry-After that is obeyed */
    NET_BODY = 4 << 20,   /* bytes of a list */
    NET_REPLY = 4096,     /* bytes of the text beside a server's status */
    NET_SLOW = 100,       /* bytes a second: a slower transfer counts as stalled */
    NET_REDIRECTS = 5,
};

/*
 * May a job use this address? Allowed are https://, http:// to localhost, 127.0.0.1 or [::1], and with `insecure`
 * http:// to any host. 0, and *ret_plain says whether the address is http://; or -1 with a sentence.
 */
int net_url_check(const char *url, bool insecure, bool *ret_plain, struct err *e);

/* Does the address lead to `host`? */
bool net_url_is_of(const char *url, const char *host);

/* What the server's headers say about the answer that follows them. */
struct net_head {
    long status;
    int64_t length, from, total; /* -1: absent; from and total are Content-Range's */
    char etag[256], modified[64];
};

/* Reads one header line, with its line end, into *h; a status line clears *h. */
void net_head_line(struct net_head *h, const char *line, size_t n);

/* The seconds to wait before try number `tries` + 1. `retry_after`: seconds that the server asked for, or 0. */
double net_wait(int tries, int64_t retry_after);

enum net_end { NET_OK, NET_AGAIN, NET_FAILED };

struct net_job {
    const json_t *spec;
    size_t index;
    const char *op, *url, *ca;
    const char *file; /* the file's name, without a path */
    bool insecure, resumed, done;
    bool declined; /* `why` is a sentence of ours, not the connection's */
    bool new_tag;  /* the next event tells `tag` */
    int stall_s, tries, all_tries, fd;
    CURL *easy;
    struct curl_slist *headers;
    curl_mime *mime;
    struct net_head head;
    char tag[256]; /* the version (ETag or date) of the file's bytes */
    int64_t had, now, total, max, sent;
    double due; /* the next try may not begin before, on util_now()'s clock */
    struct text body;
    char kind[16], why[640], error[CURL_ERROR_SIZE];
};

void net_job_init(struct net_job *j, const json_t *spec, size_t index, const json_t *all); /* all: net.c's orders */

/* Does the job need a descriptor before it begins? */
bool net_job_has_file(const struct net_job *j);
/* Gives the job its descriptor; `said` is the version whose beginning the file has. With -1 `said` is why there is
 * none. */
void net_job_take(struct net_job *j, int fd, const char *said);

/* Makes the easy handle of one try. 0, or -1 when the job has failed for good. */
int net_job_start(struct net_job *j);

/* After the transfer: keeps or drops the bytes that came, and frees the handle. NET_AGAIN: j->due says when to try
 * again. */
enum net_end net_job_end(struct net_job *j, CURLcode code);

json_t *net_job_answer(const struct net_job *j, bool ok);
void net_job_finish(struct net_job *j);

#endif
