"""What papers and screens say of the office."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QLabel

from stipdesk.domain.permissions import Act
from stipdesk.services import office
from stipdesk.services.office import OfficeProfile
from stipdesk.ui.context import UiContext
from stipdesk.ui.forms.dialog import FormDialog
from stipdesk.ui.forms.form import Form
from stipdesk.ui.screens.administration.page import Page
from stipdesk.ui.screens.parts.acts import EDIT_KEYS
from stipdesk.ui.screens.parts.records import FactsSection
from stipdesk.ui.screens.parts.states import why_not
from stipdesk.ui.screens.setup.forms import ContactForm, UnitForm, profile_of
from stipdesk.ui.widgets.basics import Card, label

_LOGO_HEIGHT = 72


class OfficePage(Page):
    """The same two forms as at the first start; the code of the station stays what it was."""

    def __init__(self, context: UiContext) -> None:
        super().__init__(
            context,
            "Dados do órgão",
            "Saem no cabeçalho e no rodapé dos documentos. Os já emitidos ficam como foram impressos.",
        )
        self._answer: tuple[OfficeProfile, int] | None = None
        self.facts = FactsSection("Órgão e contatos")
        self._logo = QLabel()
        self._no_logo = label("Nenhum brasão ou logotipo: os documentos saem só com os nomes.", "soft", wrap=True)
        picture = Card("Brasão ou logotipo")
        picture.body.addWidget(self._logo)
        picture.body.addWidget(self._no_logo)
        self.body.addWidget(self.facts)
        self.body.addWidget(picture)
        self.body.addStretch(1)
        self.names_button = self.bar.add("Nomes e assinatura", self.edit_names, icon_name="pen", shortcut=EDIT_KEYS)
        self.contacts_button = self.bar.add("Contatos, página e brasão", self.edit_contacts, icon_name="pen")
        self.bar.prefer(self.names_button)
        for each in (self.names_button, self.contacts_button):
            self.bar.allow(each, why_not(context.desk, Act.EDIT_OFFICE))

    def reload(self) -> None:
        self.context.tasks.run(partial(office.profile, self.context.desk), self._show, owner=self)

    def edit_names(self) -> FormDialog | None:
        return self._edit(0)

    def edit_contacts(self) -> FormDialog | None:
        return self._edit(1)

    def _edit(self, which: int) -> FormDialog | None:
        if self._answer is None:
            return None
        profile, version = self._answer
        unit, contact = _filled(profile)
        shown: Form = (unit, contact)[which]

        def command(version: int) -> Callable[[], None]:
            return partial(office.edit_profile, self.context.desk, profile_of(unit, contact), version)

        dialog = FormDialog(self.context, self, "Dados do órgão", shown, command, version=version)
        dialog.open()
        return dialog

    def _show(self, answer: tuple[OfficeProfile, int]) -> None:
        self._answer = answer
        profile = answer[0]
        self.facts.show_facts(
            [
                ("Município", profile.municipality),
                ("Órgão", profile.unit_name),
                ("Unidade Gestora", profile.management_unit_name),
                ("Unidade Fiscalizadora", profile.enforcement_unit_name),
                ("Endereço", profile.address),
                ("Assina os certificados", f"{profile.coordinator_name} · {profile.coordinator_title}".strip(" ·")),
                ("Ouvidoria", profile.ouvidoria_contact),
                ("CIRETRAN", profile.ciretran_contact),
                ("Estação", f"{profile.station:02d} · {profile.station_name}"),
                ("Página de verificação", profile.verification_url),
            ]
        )
        picture = QPixmap()
        if profile.logo is not None:
            picture.loadFromData(profile.logo)
        if not picture.isNull():
            ratio = self.devicePixelRatioF()
            picture = picture.scaledToHeight(round(_LOGO_HEIGHT * ratio), Qt.TransformationMode.SmoothTransformation)
            picture.setDevicePixelRatio(ratio)
        self._logo.setPixmap(picture)
        self._logo.setVisible(not picture.isNull())
        self._no_logo.setVisible(picture.isNull())


def _filled(profile: OfficeProfile) -> tuple[UnitForm, ContactForm]:
    unit, contact = UnitForm(), ContactForm()
    unit.municipality.set_value(profile.municipality)
    unit.unit_name.set_value(profile.unit_name)
    unit.management.set_value(profile.management_unit_name)
    unit.enforcement.set_value(profile.enforcement_unit_name)
    unit.address.set_value(profile.address)
    unit.coordinator.set_value(profile.coordinator_name)
    unit.coordinator_title.set_value(profile.coordinator_title)
    contact.ouvidoria.set_value(profile.ouvidoria_contact)
    contact.ciretran.set_value(profile.ciretran_contact)
    contact.station.set_value(profile.station)
    contact.station.set_read_only(True)
    contact.station_name.set_value(profile.station_name)
    contact.verification.set_value(profile.verification_url)
    contact.logo.set_value(profile.logo)
    return unit, contact
