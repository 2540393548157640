// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.defect;

import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.forward.ForwardingBackend;
import java.util.EnumSet;
import java.util.Set;

/** A backend that declares a capability that it does not have, or hides one that it has. */
public final class MisdeclaringBackend extends ForwardingBackend {

    private final Set<Capability> more;
    private final Set<Capability> less;

    private MisdeclaringBackend(LockBackend to, Set<Capability> more, Set<Capability> less) {
        super(to);
        this.more = more;
        this.less = less;
    }

    public static MisdeclaringBackend also(LockBackend to, Capability claimed) {
        return new MisdeclaringBackend(to, Set.of(claimed), Set.of());
    }

    public static MisdeclaringBackend not(LockBackend to, Capability concealed) {
        return new MisdeclaringBackend(to, Set.of(), Set.of(concealed));
    }

    /** The same for the capabilities of locks that several may hold. */
    public static Capabilities also(Capabilities honest, Capability claimed) {
        return changed(honest, Set.of(claimed), Set.of());
    }

    @Override
    public Capabilities capabilities() {
        return changed(super.capabilities(), more, less);
    }

    private static Capabilities changed(Capabilities honest, Set<Capability> more, Set<Capability> less) {
        Set<Capability> declared = EnumSet.noneOf(Capability.class);
        declared.addAll(honest.declared());
        declared.addAll(more);
        declared.removeAll(less);
        return honest.withDeclared(declared);
    }
}
