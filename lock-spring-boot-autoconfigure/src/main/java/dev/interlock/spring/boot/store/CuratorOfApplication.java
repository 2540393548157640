// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.store;

import dev.interlock.LockSettings;
import dev.interlock.spi.LockBackend;
import dev.interlock.zookeeper.ZookeeperLockBackend;
import dev.interlock.zookeeper.options.ZookeeperLockOptions;
import dev.interlock.zookeeper.options.ZookeeperSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.curator.framework.CuratorFramework;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;

/** The application's {@link CuratorFramework}, which it starts and closes itself. */
final class CuratorOfApplication implements StoreOfApplication {

    /** The path of the locks, which a uri carries as its own path. */
    private static final String BASE = "base";

    private final BeansOfType<CuratorFramework> clients;

    CuratorOfApplication(ListableBeanFactory beans) {
        this.clients = new BeansOfType<>(beans, CuratorFramework.class);
    }

    @Override
    public String backend() {
        return "zookeeper";
    }

    @Override
    public List<String> beans() {
        return clients.names();
    }

    @Override
    public String kind() {
        return "CuratorFramework";
    }

    @Override
    public Supplier<LockBackend> prepare(@Nullable String bean, Map<String, String> options) {
        Map<String, String> others = new HashMap<>(options);
        String base = others.remove(BASE);
        // The host is not used: the client has its own.
        LockSettings settings =
                LockSettings.of("zookeeper://application" + (base == null ? "" : "/" + base.replaceAll("^/|/$", "")));
        for (Map.Entry<String, String> each : others.entrySet()) {
            settings = settings.withOption(each.getKey(), each.getValue());
        }
        ZookeeperLockOptions read = ZookeeperSettings.read(settings);
        CuratorFramework client = clients.select(bean);
        return () -> ZookeeperLockBackend.using(client, read);
    }
}
