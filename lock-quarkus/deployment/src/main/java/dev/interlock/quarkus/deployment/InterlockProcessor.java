// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.deployment;

import dev.interlock.LockClient;
import dev.interlock.LockClock;
import dev.interlock.LockListener;
import dev.interlock.quarkus.Locked;
import dev.interlock.quarkus.client.FurtherClientCreator;
import dev.interlock.quarkus.client.LockClients;
import dev.interlock.quarkus.locked.InterceptedCalls;
import dev.interlock.quarkus.locked.LockedInterceptor;
import dev.interlock.spi.LockBackendProvider;
import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.arc.deployment.BeanDiscoveryFinishedBuildItem;
import io.quarkus.arc.deployment.SyntheticBeanBuildItem;
import io.quarkus.arc.deployment.UnremovableBeanBuildItem;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.builditem.FeatureBuildItem;
import io.quarkus.deployment.builditem.nativeimage.ServiceProviderBuildItem;
import io.quarkus.deployment.metrics.MetricsCapabilityBuildItem;
import io.quarkus.runtime.metrics.MetricsFactory;
import io.quarkus.smallrye.health.deployment.spi.HealthBuildItem;
import io.smallrye.common.annotation.Identifier;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.ClassType;
import org.jboss.jandex.DotName;

/** The beans of the extension, as far as the application has what they need. */
final class InterlockProcessor {

    private static final String FEATURE = "interlock";
    private static final DotName CLIENT = DotName.createSimple(LockClient.class);
    private static final DotName IDENTIFIER = DotName.createSimple(Identifier.class);

    /** By their names, because their libraries may be absent. */
    private static final String READINESS = "dev.interlock.quarkus.health.LockReadiness";

    private static final String METERS = "dev.interlock.quarkus.metrics.ClientMeters";

    /** Of Quarkus. */
    InterlockProcessor() {}

    @BuildStep
    FeatureBuildItem feature() {
        return new FeatureBuildItem(FEATURE);
    }

    @BuildStep
    AdditionalBeanBuildItem beans() {
        return AdditionalBeanBuildItem.builder()
                .setUnremovable()
                .addBeanClasses(Locked.class, LockedInterceptor.class, InterceptedCalls.class, LockClients.class)
                .build();
    }

    /** Looked up when the application runs, so Quarkus sees no use of them. */
    @BuildStep
    UnremovableBeanBuildItem lookedUp() {
        return UnremovableBeanBuildItem.beanTypes(LockClient.class, LockListener.class, LockClock.class);
    }

    @BuildStep
    void meters(Optional<MetricsCapabilityBuildItem> metrics, BuildProducer<AdditionalBeanBuildItem> beans) {
        if (metrics.filter(each -> each.metricsSupported(MetricsFactory.MICROMETER))
                .isPresent()) {
            beans.produce(AdditionalBeanBuildItem.unremovableOf(METERS));
        }
    }

    /** Only SmallRye Health takes it. */
    @BuildStep
    HealthBuildItem health() {
        return new HealthBuildItem(READINESS, true);
    }

    /** The rest of what a native image needs is in the jars of the stores, below META-INF/native-image. */
    @BuildStep
    ServiceProviderBuildItem stores() {
        return ServiceProviderBuildItem.allProvidersFromClassPath(LockBackendProvider.class.getName());
    }

    /** Makes a bean for each client that a bean injects by its identifier, unless the application makes it. */
    @BuildStep
    void furtherClients(BeanDiscoveryFinishedBuildItem discovered, BuildProducer<SyntheticBeanBuildItem> beans) {
        Set<String> names = discovered.getInjectionPoints().stream()
                .filter(point -> point.getRequiredType().name().equals(CLIENT))
                .flatMap(point -> Optional.ofNullable(point.getRequiredQualifier(IDENTIFIER)).stream())
                .map(AnnotationInstance::value)
                .map(value -> value.asString())
                .collect(Collectors.toCollection(TreeSet::new));
        names.removeAll(identified(discovered));
        for (String name : names) {
            beans.produce(SyntheticBeanBuildItem.configure(LockClient.class)
                    .scope(ApplicationScoped.class)
                    .addQualifier()
                    .annotation(Identifier.class)
                    .addValue("value", name)
                    .done()
                    .addInjectionPoint(ClassType.create(LockClients.class))
                    .creator(FurtherClientCreator.class)
                    .param(FurtherClientCreator.NAME, name)
                    .done());
        }
    }

    /** The identifiers of clients that the application makes itself. */
    private static Set<String> identified(BeanDiscoveryFinishedBuildItem discovered) {
        return discovered.beanStream().filter(bean -> bean.hasType(CLIENT)).stream()
                .flatMap(bean -> bean.getQualifier(IDENTIFIER).stream())
                .map(qualifier -> qualifier.value().asString())
                .collect(Collectors.toSet());
    }
}
