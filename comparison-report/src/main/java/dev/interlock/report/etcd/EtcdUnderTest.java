// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.etcd;

import dev.interlock.report.backend.BackendUnderTest;
import dev.interlock.report.backend.NoServerException;
import dev.interlock.report.backend.RunningBackend;
import dev.interlock.report.backend.ServerStart;
import dev.interlock.testbed.server.EtcdServer;

/** The backend for etcd, on one server that this run starts, if the program is on this machine. */
public final class EtcdUnderTest implements BackendUnderTest {

    /** The backend for etcd. */
    public EtcdUnderTest() {
        // Nothing to set up.
    }

    @Override
    public String name() {
        return "etcd";
    }

    @Override
    public boolean isSlow() {
        return true;
    }

    @Override
    public RunningBackend open() throws NoServerException {
        return ServerStart.from(EtcdServer.locate(), () -> new RunningEtcd(EtcdServer.start()));
    }
}
