/*
 * ridge-net: the transfers of net.h. What to do comes on standard input, one JSON document; what happens goes to
 * standard output, one object a line. It ends when all is done, or when nobody listens.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <locale.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net_job.h"

enum { OFFLINE = 3 }; /* so many without a connection and none with one: there is no network */

struct net {
    struct net_job *job;
    size_t n, running, left, succeeded;
    size_t parallel;
    double gap, next; /* seconds; when the next may start */
    int offline;      /* how many found no connection */
    CURLM *multi;
};

static void say(json_t *j)
{
    if (!j || json_dumpf(j, stdout, JSON_COMPACT) || putchar('\n') == EOF || fflush(stdout))
        exit(1);
    json_decref(j);
}

static void over(struct net *net, struct net_job *j, bool ok)
{
    j->done = true;
    j->due = 0;
    net->left--;
    net->succeeded += ok;
    say(net_job_answer(j, ok));
}

static void start(struct net *net, struct net_job *j)
{
    net->next = util_now() + net->gap;
    if (net_job_start(j)) {
        over(net, j, false);
        return;
    }
    curl_multi_add_handle(net->multi, j->easy);
    net->running++;
}

/* Those that wait for a line that is not there need not each find out for themselves. */
static void give_up_rest(struct net *net, const struct net_job *first)
{
    for (size_t k = 0; k < net->n; k++) {
        struct net_job *j = net->job + k;
        if (j->done || j->easy)
            continue;
        snprintf(j->kind, sizeof j->kind, "offline");
        snprintf(j->why, sizeof j->why, "%s", first->why);
        over(net, j, false);
    }
}

static void start_due(struct net *net)
{
    for (size_t k = 0; k < net->n && net->running < net->parallel && util_now() >= net->next; k++) {
        struct net_job *j = net->job + k;
        if (!j->done && !j->easy && j->due <= util_now())
            start(net, j);
    }
}

static void reap(struct net *net)
{
    CURLMsg *m;
    int more;
    while ((m = curl_multi_info_read(net->multi, &more))) {
        struct net_job *j;
        CURLcode code = m->data.result;
        if (m->msg != CURLMSG_DONE || curl_easy_getinfo(m->easy_handle, CURLINFO_PRIVATE, &j))
            continue;
        curl_multi_remove_handle(net->multi, m->easy_handle);
        net->running--;
        enum net_end end = net_job_end(j, code);
        if (end == NET_AGAIN)
            continue;
        over(net, j, end == NET_OK);
        net->offline += !strcmp(j->kind, "offline");
        if (net->offline >= OFFLINE && !net->succeeded)
            give_up_rest(net, j);
    }
}

static void tell_progress(const struct net *net)
{
    static double last;
    if (util_now() - last < 0.2)
        return;
    last = util_now();
    for (size_t k = 0; k < net->n; k++) {
        const struct net_job *j = net->job + k;
        if (j->easy)
            say(json_pack("{s:I s:I s:I}", "job", (json_int_t)k, "now", (json_int_t)j->now, "total",
                          (json_int_t)(j->total < 0 ? -1 : j->total)));
    }
}

static int run(struct net *net)
{
    int alive;
    while (net->left) {
        start_due(net);
        if (curl_multi_perform(net->multi, &alive))
            return 1;
        reap(net);
        tell_progress(net);
        if (net->left && curl_multi_poll(net->multi, NULL, 0, 50, NULL))
            return 1;
    }
    return 0;
}

/* --version: for doctor. */
int main(int argc, char **argv)
{
    if (argc == 2 && !strcmp(argv[1], "--version"))
        return puts(curl_version()) < 0;
    struct net net = { 0 };
    setlocale(LC_CTYPE, "C.UTF-8");
    json_t *all = json_loadf(stdin, 0, NULL);
    const json_t *jobs = json_object_get(all, "jobs");
    if (!json_is_array(jobs)) {
        fprintf(stderr, "ridge-net is started by ridge\n");
        return 2;
    }
    if (sodium_init() < 0 || curl_global_init(CURL_GLOBAL_DEFAULT) || !(net.multi = curl_multi_init()))
        return 1;
    net.n = net.left = json_array_size(jobs);
    net.parallel = (size_t)json_integer_value(json_object_get(all, "parallel"));
    net.gap = (double)json_integer_value(json_object_get(all, "gap_ms")) / 1000;
    net.job = calloc(net.n + 1, sizeof *net.job);
    if (!net.job)
        return 1;
    for (size_t k = 0; k < net.n; k++)
        net_job_init(net.job + k, json_array_get(jobs, k), k, json_is_true(json_object_get(all, "insecure_http")),
                     (int)json_integer_value(json_object_get(all, "stall_s")));
    int rc = run(&net);
    for (size_t k = 0; k < net.n; k++)
        net_job_finish(net.job + k);
    free(net.job);
    curl_multi_cleanup(net.multi);
    curl_global_cleanup();
    json_decref(all);
    return rc;
}
