// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.micronaut.live;

import static java.util.Map.entry;

import dev.interlock.LockClient;
import dev.interlock.examples.database.Database;
import dev.interlock.examples.database.Row;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.search.Search;
import io.micronaut.context.annotation.Value;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import java.lang.management.ManagementFactory;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/** {@code GET /live}: the data of the page besides {@code /locks}, as JSON. */
@Controller("/live")
@ExecuteOn(TaskExecutors.BLOCKING)
final class LiveController {

    private final MeterRegistry meters;
    private final LockClient client;
    private final Database database;
    private final Lane lane;
    private final String instance;
    private final List<String> peers;
    private final String controls;

    LiveController(
            MeterRegistry meters,
            LockClient client,
            Database database,
            Lane lane,
            @Value("${examples.instance}") String instance,
            @Value("${examples.peers}") List<String> peers,
            @Value("${examples.controls}") String controls) {
        this.meters = meters;
        this.client = client;
        this.database = database;
        this.lane = lane;
        this.instance = instance;
        this.peers = peers;
        this.controls = controls;
    }

    /**
     * The present data.
     *
     * @return the numbers of granted, lost and refused holds of this instance; its lane of the timeline with the time
     *     by its clock; the addresses of the other instances and of the process that started them; and the content of
     *     the database
     */
    @Get
    Map<String, Object> live() {
        return Map.ofEntries(
                entry("instance", instance),
                entry("started", ManagementFactory.getRuntimeMXBean().getStartTime()),
                entry("now", InstantSource.system().millis()),
                entry("backend", client.capabilities().backend()),
                entry("peers", peers),
                entry("controls", controls),
                entry("granted", total(meters.find("lock.acquire").tag("outcome", "acquired"))),
                entry("lost", total(meters.find("lock.lost"))),
                entry("refused", lane.refusals()),
                entry("holds", lane.holds()),
                entry("waits", lane.waits()),
                entry("books", books()));
    }

    private static long total(Search found) {
        return Math.round(found.counters().stream().mapToDouble(Counter::count).sum());
    }

    private Map<String, List<Map<String, String>>> books() {
        return Map.of(
                "counters",
                rows("SELECT c.name AS name, c.value AS value, COUNT(s.value) AS steps,"
                        + " MAX(s.fencing_token) AS token FROM counter c JOIN counter_step s"
                        + " ON s.name = c.name GROUP BY c.name ORDER BY token DESC LIMIT 10"),
                "vouchers",
                rows("SELECT v.name AS name, v.stock AS stock, COUNT(o.request_id) AS orders,"
                        + " COUNT(DISTINCT o.user_name) AS users FROM voucher v LEFT JOIN voucher_order o"
                        + " ON o.voucher = v.name GROUP BY v.name ORDER BY MAX(o.fencing_token) DESC LIMIT 10"),
                "items",
                rows("SELECT i.name AS name, i.stock AS stock, COALESCE(SUM(d.quantity), 0) AS taken,"
                        + " COALESCE(MAX(d.fencing_token), '') AS token FROM item i LEFT JOIN deduction d"
                        + " ON d.item = i.name GROUP BY i.name ORDER BY MAX(d.fencing_token) DESC LIMIT 10"),
                "nights",
                rows("SELECT tick, instance, fencing_token AS token FROM nightly_run ORDER BY run DESC LIMIT 5"));
    }

    private List<Map<String, String>> rows(String sql) {
        return database.rows(sql).stream().map(Row::columns).toList();
    }
}
